#!/usr/bin/env bash
# Installs what tests use and what is compiled from its Go module, once, where it is missing: Helm for the chart, which takes some
# minutes, and actionlint for the workflows. Needs Go. Runs as root, or with sudo.
set -euo pipefail

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi

install_program() {
  local name=$1 module=$2 version=$3 folder="/opt/$1-$3"
  if command -v "$name" > /dev/null; then
    echo "$name is there already."
    return
  fi
  if [ ! -x "$folder/$name" ]; then
    echo "Compiling $name $version …"
    local compiled
    compiled="$(mktemp -d)"
    GOBIN="$compiled" CGO_ENABLED=0 go install -trimpath -ldflags '-s -w' "$module@$version"
    "${as_root[@]}" install -D --target-directory "$folder" "$compiled/$name"
    rm -r "$compiled"
  fi
  "${as_root[@]}" ln -sf "$folder/$name" /usr/local/bin/
  echo "$name $version: installed"
}

install_program helm helm.sh/helm/v3/cmd/helm v3.22.0
install_program actionlint github.com/rhysd/actionlint/cmd/actionlint v1.7.12
