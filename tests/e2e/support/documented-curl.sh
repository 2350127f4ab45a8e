#!/usr/bin/env bash
# The curl that the commands of a document find first. An HTTP error fails the command; with REFUSED=1 anything else does.
# It repeats a request after a rate limit, which readers are too slow for.
set -u
real=$(PATH=${PATH#*:} command -v curl)
body=$(mktemp)
trap 'rm -f "$body" "$body.errors"' EXIT

while :; do
  "$real" --write-out '%{stderr}\n%{http_code}' "$@" > "$body" 2> "$body.errors"
  code=$?
  status=$(tail -n 1 "$body.errors")
  [ "$status" = 429 ] || break
  sleep 1
done
cat "$body"

if [ "$code" -ne 0 ]; then
  cat "$body.errors" >&2
  exit "$code"
fi
if [ "$status" -ge 400 ] && [ "${REFUSED:-0}" != 1 ]; then
  printf 'curl %s: HTTP %s: %s\n' "$*" "$status" "$(cat "$body")" >&2
  exit 22
fi
if [ "$status" -lt 400 ] && [ "${REFUSED:-0}" = 1 ]; then
  printf 'curl %s: HTTP %s, and the document says that it is refused\n' "$*" "$status" >&2
  exit 1
fi
