#!/bin/sh
# Counts down the given number of seconds, then ends: AMP will see that it no longer runs.
set -e
left="${seconds}"
while [ "$left" -gt 0 ]; do
  echo "$left"
  left=$((left - 1))
  sleep 1
done
