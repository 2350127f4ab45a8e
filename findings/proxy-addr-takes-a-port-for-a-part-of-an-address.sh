#!/usr/bin/env bash
# Guess: behind a proxy that writes `X-Forwarded-For: 203.0.113.7:51234`, as a large cloud does, the client's address is 203.0.113.7.
# Seen: @fastify/proxy-addr 5.1.3, which gives Fastify its request.ip, answers with the port, which is another one for each connection. So
# no list of addresses has it, and a limit by address never fills.
# Ends with 1 when that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error @fastify/proxy-addr@5.1.3 >/dev/null
cat >try.cjs <<'PROGRAM'
const assert = require('node:assert/strict');
const proxyAddr = require('@fastify/proxy-addr');

const trusted = proxyAddr.compile(['10.0.0.0/8']);
const clientOf = (forwarded) =>
  proxyAddr({ socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded } }, trusted);
for (const forwarded of ['203.0.113.7', '203.0.113.7:51234', '[2001:db8::7]:51234']) {
  console.log(`${forwarded}: the client is ${clientOf(forwarded)}`);
  assert.equal(clientOf(forwarded), forwarded);
}
PROGRAM
node try.cjs
