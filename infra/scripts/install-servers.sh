#!/usr/bin/env bash
# Installs what tests of real servers and of the image need, on Debian 12 or newer: PostgreSQL and Redis, for Kafka Java and
# Maven, to build images without an engine buildah and mmdebstrap, the tools of documented commands, Prometheus for alerts,
# Chromium for the console, and Python for its SDK and Schemathesis. Does nothing where all of it is there. Go for its SDK comes
# with install-go.sh, Helm and actionlint with install-go-programs.sh, and the base of the image with install-debian.sh. Runs as root, or
# with sudo.
set -euo pipefail
cd "$(dirname "$0")/../.."
infra/scripts/install-go.sh
infra/scripts/install-go-programs.sh

missing=()
compgen -G '/usr/lib/postgresql/*/bin/initdb' > /dev/null || missing+=(postgresql)
command -v redis-server > /dev/null || missing+=(redis-server)
java -version 2>&1 | grep -Eq 'version "(1[7-9]|[2-9][0-9])' || missing+=(default-jre-headless)
command -v mvn > /dev/null || missing+=(maven)
command -v openssl > /dev/null || missing+=(openssl)
command -v sqlite3 > /dev/null || missing+=(sqlite3)
command -v jq > /dev/null || missing+=(jq)
command -v promtool > /dev/null || missing+=(prometheus)
command -v buildah > /dev/null || missing+=(buildah)
command -v mmdebstrap > /dev/null || missing+=(mmdebstrap)
command -v chromium > /dev/null || missing+=(chromium)
python3 -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 10))' 2> /dev/null || missing+=(python3 python3-venv)

if [ ${#missing[@]} -eq 0 ]; then
  echo 'PostgreSQL, Redis, Java, Maven, OpenSSL, SQLite, jq, Prometheus, buildah, mmdebstrap, Chromium and Python are there already.'
else
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
  echo "Installing ${missing[*]} …"
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
  echo "${missing[*]}: installed"
fi
infra/scripts/install-debian.sh

# Schemathesis in an environment of its own, made anew when its version changes.
folder=tests/fuzz/schemathesis
if ! cmp -s "$folder/requirements.txt" "$folder/.venv/requirements.txt"; then
  echo "Installing $(cat "$folder/requirements.txt") …"
  python3 -m venv --clear "$folder/.venv"
  "$folder/.venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$folder/requirements.txt"
  cp "$folder/requirements.txt" "$folder/.venv/requirements.txt"
fi
