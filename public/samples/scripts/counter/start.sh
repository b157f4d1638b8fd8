#!/bin/sh
# Starts the counter in the background and keeps its process id.
chmod +x ./count.sh
nohup ./count.sh > count.out 2> count.err &
echo $! > "/tmp/counter.${id}.pid"
