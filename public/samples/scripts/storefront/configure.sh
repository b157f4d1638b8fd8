#!/bin/sh
# Tells the shop where its catalogue is. The inputs of the operation come as variables of their names.
set -eu
umask 077
cat > /srv/shop/shop.conf <<END
database = ${database_name}
user = ${database_user}
port = ${database_port}
END
