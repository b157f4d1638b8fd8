#!/bin/sh
# AMP reads what is exported here as outputs.
if pg_isready --quiet; then
  export MAIN_URI="postgresql://$(hostname):5432/shop"
  export IS_RUNNING=true
else
  export IS_RUNNING=false
fi
