#!/bin/sh
# Fetches the shop and puts it where the web server looks.
set -eu
mkdir -p /srv/shop
tar -xzf /tmp/storefront.tar.gz -C /srv/shop
