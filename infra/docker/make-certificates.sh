#!/usr/bin/env bash
# Makes an authority, and a certificate for each server of docker-compose.tls.yml, in ./certificates or CERTIFICATES.
# For trying it out: the authority's key lies beside them, and nobody renews them.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=${CERTIFICATES:-./certificates}
days=365
if [ -e "$folder" ]; then
  echo "$folder is there already: remove it to begin anew." >&2
  exit 1
fi
# Containers read single files of it as users of their own; nobody else gets through to them.
mkdir -m 700 "$folder"
cd "$folder"

openssl req -x509 -newkey rsa:2048 -nodes -days "$days" -subj '/CN=stablecoin-payments' \
  -keyout ca.key -out ca.crt 2>/dev/null
chmod 600 ca.key

# certificate <name> <common name>: also good for localhost, where health checks ask.
certificate() {
  openssl req -newkey rsa:2048 -nodes -subj "/CN=$2" -keyout "$1.key" -out "$1.csr" 2>/dev/null
  openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days "$days" -out "$1.crt" 2>/dev/null \
    -extfile <(printf 'subjectAltName=DNS:%s,DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n' "$1")
  cat "$1.key" "$1.crt" > "$1.pem"
  chmod 644 "$1".*
  rm "$1.csr"
}

for server in gateway kafka postgres redis; do certificate "$server" "$server"; done
# The common name by which nodes of an EventStoreDB (KurrentDB) know each other.
certificate eventstore eventstoredb-node
echo "The certificates are in $folder. Clients of the API have to trust $folder/ca.crt."
