#!/usr/bin/env bash
# Guess: a client of HTTP/1.1 passes over the answer 100 Continue, which a server may send before the final one (RFC 9110, 15.2: a client
# must be able to parse informational answers, also where it does not expect them).
# Seen: undici 7.30.2 ends the request with "bad response" and closes the connection, though the server answers 200 right after it. It
# passes over 102 and 103. node:http passes over all three. Receivers behind some gateways send 100 to every POST.
# Ends with 1 when that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error undici@7.30.2 >/dev/null
cat >try.cjs <<'PROGRAM'
const assert = require('node:assert/strict');
const http = require('node:http');
const { createServer } = require('node:net');
const { request } = require('undici');

const byNode = (url) =>
  new Promise((resolve, reject) => {
    http.request(url, { method: 'POST' }, (answer) => resolve(answer.resume().statusCode)).on('error', reject).end('{}');
  });
const byUndici = (url) => request(url, { method: 'POST', body: '{}' }).then(({ statusCode, body }) => body.dump().then(() => statusCode));

(async () => {
  for (const [informational, expected] of [['100 Continue', 'bad response'], ['102 Processing', 200], ['103 Early Hints', 200]]) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.end(`HTTP/1.1 ${informational}\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${server.address().port}/`;
    const [node, undici] = [await byNode(url), await byUndici(url).catch(({ message }) => message)];
    console.log(`${informational}, then 200: node:http says ${node}, undici says ${undici}`);
    assert.deepEqual([node, undici], [200, expected]);
    server.close();
  }
})();
PROGRAM
node try.cjs
