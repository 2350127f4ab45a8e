#!/usr/bin/env bash
# Makes the file system of Debian that takes the place of the official base image in the test of the image, where no registry of
# images is reached: once, into a cache. Needs mmdebstrap. Runs as root, or with sudo.
set -euo pipefail
release=$(sed -n 's/^FROM node:[0-9.]*-\([a-z]*\)-slim AS base$/\1/p' "$(dirname "$0")/../docker/Dockerfile")
# Its packages are in its name: machines keep an archive that was made before.
archive="/var/cache/stablecoin-payments/debian-$release-libatomic1.tar"

if [ -f "$archive" ]; then
  echo "Debian $release is there already."
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo); fi
echo "Installing Debian $release into $archive …"
# From the mirror that this machine takes its own packages from.
mirror=$(apt-get indextargets --format '$(SITE)' 'Identifier: Packages' 'Origin: Debian' 'Component: main' | grep -m1 -E '/debian/?$' || true)
"${as_root[@]}" mkdir -p "$(dirname "$archive")"
"${as_root[@]}" mmdebstrap --quiet --mode=root --variant=essential --include=libatomic1,libstdc++6 --dpkgopt=force-unsafe-io \
  "$release" "$archive.part.tar" ${mirror:+"$mirror"}
"${as_root[@]}" mv "$archive.part.tar" "$archive"
echo "Debian $release: installed"
