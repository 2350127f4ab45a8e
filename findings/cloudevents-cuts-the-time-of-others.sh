#!/usr/bin/env bash
# Guess: an event that the SDK of CloudEvents reads and writes again has the time that its producer gave it.
# Seen: cloudevents 10.0.0 reads a time with nine digits of a second, which RFC 3339 and the specification allow and producers in Go and
# Java write, and keeps three. Two events of one producer within a millisecond have one time then, and a bridge changes what it passes on.
# Ends with 1 when that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error cloudevents@10.0.0 >/dev/null
cat >try.cjs <<'PROGRAM'
const assert = require('node:assert/strict');
const { HTTP } = require('cloudevents');

const time = '2026-01-31T12:00:00.123456789Z';
const headers = { 'ce-id': '1', 'ce-type': 'invoice.paid', 'ce-source': '/invoices', 'ce-specversion': '1.0', 'ce-time': time };
const event = HTTP.toEvent({ headers: { ...headers, 'content-type': 'application/json' }, body: '{}' });
const { headers: written } = HTTP.binary(event);
console.log(`given ${time}, read ${event.time}, written ${written['ce-time']}`);
assert.equal(event.time, '2026-01-31T12:00:00.123Z');
assert.equal(written['ce-time'], '2026-01-31T12:00:00.123Z');
PROGRAM
node try.cjs
