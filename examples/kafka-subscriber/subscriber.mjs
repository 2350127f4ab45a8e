// A subscriber to the events on Kafka in one file, with nothing but kafkajs (`npm install kafkajs@2.2.4`):
// `KAFKA_BROKERS=127.0.0.1:9092 node subscriber.mjs`. It prints every settled payment, from the oldest that the topic
// has kept, and goes on where it stopped when it is started again.
import { Kafka, logLevel } from 'kafkajs';

const { KAFKA_BROKERS = '127.0.0.1:9092', TOPIC = 'payment.events.v1', GROUP = 'settled-payments' } = process.env;

// A cluster with TLS and a login: `ssl: true, sasl: { mechanism: 'scram-sha-256', username, password }`.
const kafka = new Kafka({ clientId: GROUP, brokers: KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING });
const consumer = kafka.consumer({ groupId: GROUP, allowAutoTopicCreation: false });

consumer.on(consumer.events.GROUP_JOIN, () => console.log(`subscribed to ${TOPIC} as ${GROUP}`));
consumer.on(consumer.events.CRASH, ({ payload }) => {
  if (!payload.restart) fail(payload.error.message);
});

try {
  await consumer.connect();
  await consumer.subscribe({ topics: [TOPIC], fromBeginning: true });
} catch (error) {
  fail(error.message);
}

await consumer.run({
  eachMessage: async ({ partition, message: { headers, value, offset } }) => {
    // Every attribute of the event is a header; the body is the payment. Types that one does not know are passed over.
    if (headers.ce_type?.toString() !== 'payment.settled') return;
    const payment = parsed(value);
    // What is thrown here is read again for ever: one message that cannot be read would stop its partition.
    if (payment?.id === undefined) {
      console.error(`passed over ${partition}/${offset}: it is no payment`);
      return;
    }
    // An event may come again, with the same id: keep the ids of what you have dealt with, beside what you did.
    console.log(`settled ${payment.id} ${payment.amount} ${payment.currency} ${payment.txHash} (${headers.ce_id})`);
    // The offset is committed after this returned, so that an event is never lost in between.
  },
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await consumer.disconnect();
    process.exit();
  });
}

function parsed(value) {
  try {
    return JSON.parse(value.toString());
  } catch {
    return undefined;
  }
}

function fail(reason) {
  console.error(reason);
  process.exit(1);
}
