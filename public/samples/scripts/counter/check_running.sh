#!/bin/sh
# AMP reads what is exported here as outputs.
if kill -0 "$(cat "/tmp/counter.${id}.pid")" 2> /dev/null; then
  export MAIN_URI="http://$(hostname)/${id}"
  export IS_RUNNING=true
else
  export IS_RUNNING=false
fi
