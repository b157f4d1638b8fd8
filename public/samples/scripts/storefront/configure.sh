#!/bin/sh
# Tells the shop where its catalogue is: the operation's inputs come as variables.
set -eu
umask 077
{
  echo "CATALOGUE_HOST=${catalogue_host:-localhost}"
  echo "CATALOGUE_PORT=${catalogue_port:-3306}"
} > /srv/shop/shop.conf
