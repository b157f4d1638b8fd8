#!/bin/sh
# Starts the database and lets it accept connections from other machines.
set -e
pg_ctlcluster 16 main start
