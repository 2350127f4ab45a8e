#!/usr/bin/env bash
# anvil 1.7.1 keeps the state of every block, by default on disk. Each state contains the hashes of all blocks before it,
# so the folder grows with the square of the number of blocks, also when nothing happens on the chain. anvil leaves the
# folder behind when SIGTERM ends it with status 0. Seen here: empty blocks, the size of the newest state, and the folder.
# Exits with 0 as long as that is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${pid:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @foundry-rs/anvil-linux-amd64@1.7.1 >/dev/null
anvil=node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil
"$anvil" --version | head -1
port=$(node -e 'const s=require("net").createServer().listen(0,()=>{console.log(s.address().port);s.close()})')
"$anvil" --no-mining --port "$port" --cache-path "$folder/states" >/dev/null &
pid=$!
rpc() {
  curl -s -X POST -H 'content-type: application/json' \
    -d "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$1\",\"params\":[$2]}" "http://127.0.0.1:$port"
}
for _ in $(seq 100); do rpc eth_chainId '' >/dev/null && break; sleep 0.1; done
newest() { find states -type f -printf '%T@ %s\n' | sort -n | tail -1 | cut -d' ' -f2; }
count() { find states -type f | wc -l; }
rpc anvil_mine '"0x320"' >/dev/null
first=$(newest) files=$(count)
echo "after 800 empty blocks: $files states on disk, the newest has $first bytes"
rpc anvil_mine '"0x320"' >/dev/null
second=$(newest) more=$(count)
echo "after 1600 empty blocks: $more states on disk, the newest has $second bytes"
kill -TERM "$pid"
status=0; wait "$pid" || status=$?
left=$(count)
echo "after SIGTERM: status $status, $left states on disk"
[ "$more" -gt "$((files + 700))" ] && [ "$second" -gt "$((first * 3 / 2))" ] && [ "$status" = 0 ] && [ "$left" -gt 0 ]
