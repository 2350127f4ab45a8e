#!/bin/bash
# Of the official image's entry point, what the Compose files use.
set -euo pipefail
export PATH="$(echo /usr/lib/postgresql/*/bin):$PATH"
data=/var/lib/postgresql/data/pgdata
if [ ! -s "$data/PG_VERSION" ]; then
  initdb --pgdata "$data" --username "$POSTGRES_USER" --encoding UTF8 --auth-local trust --auth-host scram-sha-256 \
    --pwfile <(echo "$POSTGRES_PASSWORD") > /dev/null
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  pg_ctl --pgdata "$data" --silent --wait --options '-c listen_addresses=' start
  [ "$POSTGRES_DB" = postgres ] || createdb --username "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl --pgdata "$data" --silent --wait --mode fast stop
fi
exec "$@" -D "$data" -c listen_addresses='*'
