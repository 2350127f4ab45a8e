#!/bin/bash
# Instead of KurrentDB: the stand-in, which knows no TLS, behind an HAProxy that ends it.
set -euo pipefail
port=2113
if [ "${KURRENTDB_INSECURE:-true}" = false ]; then
  port=2114
  cat "$KURRENTDB_CERTIFICATE_FILE" "$KURRENTDB_CERTIFICATE_PRIVATE_KEY_FILE" > /tmp/eventstore.pem
  printf '%s\n' defaults 'mode tcp' 'timeout connect 3s' 'timeout client 1h' 'timeout server 1h' \
    'listen eventstore' 'bind :2113 ssl crt /tmp/eventstore.pem alpn h2' "server stand-in 127.0.0.1:$port" > /tmp/haproxy.cfg
  haproxy -D -f /tmp/haproxy.cfg
fi
# A flush takes what a disk takes.
exec node /app/infra/local/eventstoredb/dist/main.js --host 0.0.0.0 --port "$port" --data /var/lib/kurrentdb --flush-ms 2
