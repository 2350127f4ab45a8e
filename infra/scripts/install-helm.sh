#!/usr/bin/env bash
# Installs Helm for the tests of its chart, where there is none: it is compiled from its Go module, which takes some minutes,
# once. Needs Go. Runs as root, or with sudo.
set -euo pipefail
version=v3.22.0

if command -v helm > /dev/null; then
  echo 'Helm is there already.'
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
folder="/opt/helm-$version"
if [ ! -x "$folder/helm" ]; then
  echo "Compiling Helm $version …"
  compiled="$(mktemp -d)"
  GOBIN="$compiled" CGO_ENABLED=0 go install -trimpath -ldflags '-s -w' "helm.sh/helm/v3/cmd/helm@$version"
  "${as_root[@]}" install -D --target-directory "$folder" "$compiled/helm"
  rm -r "$compiled"
fi
"${as_root[@]}" ln -sf "$folder/helm" /usr/local/bin/
echo "Helm $version: installed"
