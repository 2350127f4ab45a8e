#!/usr/bin/env bash
# Guess: what Kafka.binary of the SDK of CloudEvents makes can be given to a Kafka producer.
# Seen: cloudevents 10.0.0 leaves the data of an event in `value` as the object that it is. A producer takes bytes or text: kafkajs 2.2.4
# fails while it writes the record. Kafka.structured gives text.
# Ends with 1 when that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error cloudevents@10.0.0 kafkajs@2.2.4 >/dev/null
cat >try.cjs <<'PROGRAM'
const assert = require('node:assert/strict');
const { CloudEvent, Kafka } = require('cloudevents');
const record = require('kafkajs/src/protocol/recordBatch/record/v0');

const event = new CloudEvent({ id: '1', type: 'invoice.paid', source: '/invoices', data: { amount: '12.50' } });
const { value } = Kafka.binary(event);
console.log(`binary: value is of type ${typeof value}; structured: ${typeof Kafka.structured(event).value}`);
assert.deepEqual(value, { amount: '12.50' });
assert.equal(typeof Kafka.structured(event).value, 'string');
// What the producer of kafkajs makes of a message.
const written = async (each) => record({ offsetDelta: 0, timestampDelta: 0, key: null, value: each, headers: {} });
Promise.all([written(value).catch((error) => error), written(JSON.stringify(value))]).then(([failure]) => {
  console.log(`kafkajs: ${failure}`);
  assert.equal(failure.code, 'ERR_INVALID_ARG_TYPE');
});
PROGRAM
node try.cjs
