import type { Kafka } from 'kafkajs';
import type { DeadLetter } from '../bus';
import { silentLog, silentMeter } from '../observability';
import { aMessage } from '../testing/a-message';
import { sizeOf } from './coalescing-producer';
import type { OutgoingRecord } from './coalescing-producer';
import { KafkaDeadLetters } from './kafka-dead-letters';
import { unreadable } from './received-record';

const BROKER_BYTES_MAX = 1_048_588;

let sent: OutgoingRecord[];

function deadLetters(): KafkaDeadLetters {
  return new KafkaDeadLetters({
    kafka: {} as Kafka,
    producer: { send: (records) => Promise.resolve(void sent.push(...records)) },
    ...{ prefix: '', topics: ['payment.commands.v1'], outstandingMax: 10, fetchWaitMs: 1 },
    ...{ log: silentLog, meter: silentMeter },
  });
}

function letterOf(message: DeadLetter['message']): Omit<DeadLetter, 'id'> {
  const place = { consumer: 'payment', topic: 'payment.commands.v1', origin: '2/17' };
  return { ...place, message, cause: 'UnreadableRecordError: the body is not JSON', attempts: 1, failedAt: 1 };
}

beforeEach(() => (sent = []));

it('keeps the record of a message as it came', async () => {
  const value = Buffer.alloc(900_000, 'x');
  await deadLetters().add(letterOf(unreadable({ key: Buffer.from('k'), value }, 'payment.commands.v1/2/17', 1)));
  expect(sent).toMatchObject([{ topic: 'payment.commands.v1.dlq', value, headers: { dlq_key: 'k' } }]);
});

it.each([
  ['a body', unreadable({ key: null, value: Buffer.alloc(1_048_000, 'x') }, 'payment.commands.v1/2/17', 1)],
  [
    'a header',
    unreadable({ key: null, value: null, headers: { x: Buffer.alloc(1_048_000, 'x') } }, 'payment.commands.v1/2/17', 1),
  ],
  ['a key', unreadable({ key: Buffer.alloc(1_048_000, 'x'), value: null }, 'payment.commands.v1/2/17', 1)],
  ['an id', aMessage({ id: 'x'.repeat(1_048_000) })],
])('keeps of a record with %s that a broker only just takes its place, so that others are read', async (_, message) => {
  await deadLetters().add(letterOf(message));
  const [record] = sent;
  expect(sizeOf(record!)).toBeLessThan(BROKER_BYTES_MAX / 100);
  const cause = expect.stringMatching(
    /^UnreadableRecordError.*they stand in payment\.commands\.v1 at 2\/17\)$/,
  ) as string;
  expect(record?.headers).toMatchObject({ dlq_consumer: 'payment', dlq_origin: '2/17', dlq_cause: cause });
});
