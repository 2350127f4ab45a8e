#!/usr/bin/env bash
# Installs a Docker engine and Docker Compose for `npm run e2e:compose`, on Debian 12 or newer, and the file system that its images are
# made of: docker.io from Debian, Compose compiled from its Go module (some minutes), Debian's PostgreSQL, Redis, HAProxy and Java. Does
# nothing where Docker works, and starts nothing. Needs Go and Maven (install-servers.sh). Runs as root, or with sudo.
set -euo pipefail
# Newer versions need a newer engine than Debian 12 has.
compose=2.33.1
archive=/var/cache/stablecoin-payments/debian-bookworm-servers.tar

if docker info > /dev/null 2>&1 && docker compose version > /dev/null 2>&1; then
  echo 'Docker and Compose work already.'
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
export DEBIAN_FRONTEND=noninteractive
missing=()
command -v dockerd > /dev/null || missing+=(docker.io)
command -v iptables > /dev/null || missing+=(iptables)
command -v mmdebstrap > /dev/null || missing+=(mmdebstrap)
if [ ${#missing[@]} -gt 0 ]; then
  echo "Installing ${missing[*]} …"
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
fi

if docker compose version > /dev/null 2>&1; then
  echo 'Compose is there already.'
else
  folder="/opt/docker-compose-$compose"
  if [ ! -x "$folder/docker-compose" ]; then
    echo "Compiling Docker Compose $compose …"
    module="$(mktemp -d)"
    # Not `go install`: its module replaces others, which that refuses.
    (
      cd "$module"
      go mod init local/compose
      go get "github.com/docker/compose/v2/cmd@v$compose"
      CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X github.com/docker/compose/v2/internal.Version=v$compose" -o docker-compose github.com/docker/compose/v2/cmd
    ) > "$module/log" 2>&1 || { tail "$module/log" >&2; exit 1; }
    "${as_root[@]}" install -D --target-directory "$folder" "$module/docker-compose"
    rm -r "$module"
  fi
  "${as_root[@]}" mkdir -p /usr/local/lib/docker/cli-plugins
  "${as_root[@]}" ln -sf "$folder/docker-compose" /usr/local/lib/docker/cli-plugins/
fi

if [ -f "$archive" ]; then
  echo 'The file system of the servers is there already.'
else
  echo "Installing PostgreSQL, Redis, HAProxy and Java of Debian into $archive …"
  mirror=$(apt-get indextargets --format '$(SITE)' 'Identifier: Packages' 'Origin: Debian' 'Component: main' | grep -m1 -E '/debian/?$' || true)
  "${as_root[@]}" mkdir -p "$(dirname "$archive")"
  "${as_root[@]}" mmdebstrap --quiet --mode=root --variant=essential --dpkgopt=force-unsafe-io \
    --include=ca-certificates,libatomic1,libstdc++6,postgresql,redis-server,haproxy,openjdk-17-jre-headless \
    bookworm "$archive.part.tar" ${mirror:+"$mirror"}
  "${as_root[@]}" mv "$archive.part.tar" "$archive"
fi
echo "Docker $(dockerd --version | sed 's/^Docker version \([^,]*\),.*/\1/') and $(docker compose version): installed"
