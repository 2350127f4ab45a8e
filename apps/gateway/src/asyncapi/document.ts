import { version } from '../../package.json';
import { PUBLIC_EVENT_TYPES, topicOf, type PublicEventType } from '@stablecoin/contracts';
import { EXAMPLE } from '../http/examples';
import type { Schema } from '../http/json-schema';
import { constant } from '../openapi/schema';
import { id } from '../openapi/values';
import { openSchema, titled } from './event-schema';
import { PUBLIC_EVENTS } from './public-events';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

const DESCRIPTION = `What happens to payments, wallets and the treasury, as it happens, on Kafka.

**Format.** CloudEvents 1.0 in Kafka's binary mode: the attributes are headers, the body is JSON.

**Order** is kept per key, within a topic. **Delivery** is at least once: an event that comes again has the same
\`ce_id\`. \`ce_sequence\` grows with every event of one object.

**Versions.** Within \`v1\` events, keys and words are only added: ignore what you do not know, also types that are not
listed here.`;

/** A file of its own for each event: a JSON Schema (2020-12) of its body. */
export function buildEventSchema(type: PublicEventType): object {
  const { summary, example } = PUBLIC_EVENTS[type];
  return {
    $schema: DIALECT,
    $id: `urn:stablecoin-payments:${type}:v1`,
    ...openSchema(type),
    title: type,
    description: `${summary}.`,
    examples: [example],
  };
}

/** The AsyncAPI 3.0 document of the public events, from the view of the service that sends them. */
export function buildAsyncApi(): object {
  const topics = [...new Set(PUBLIC_EVENT_TYPES.map(topicOf))];
  const typesOn = (topic: string) => PUBLIC_EVENT_TYPES.filter((type) => topicOf(type) === topic);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Stablecoin payments: events',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: {
      kafka: { host: 'localhost:9092', protocol: 'kafka', description: 'The cluster that `BUS_URL` names.' },
    },
    channels: Object.fromEntries(
      topics.map((topic) => [
        topic,
        {
          address: topic,
          description: 'Beside these events there are others, which are between the services and may change.',
          messages: Object.fromEntries(typesOn(topic).map((type) => [type, { $ref: `#/components/messages/${type}` }])),
          bindings: { kafka: { topic, bindingVersion: '0.5.0' } },
        },
      ]),
    ),
    operations: Object.fromEntries(
      topics.map((topic) => [
        `send ${topic}`,
        {
          action: 'send',
          channel: { $ref: `#/channels/${topic}` },
          messages: typesOn(topic).map((type) => ({ $ref: `#/channels/${topic}/messages/${type}` })),
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(PUBLIC_EVENT_TYPES.map((type) => [type, messageOf(type)])),
      schemas: { Headers: titled(HEADERS, 'Headers') },
    },
  };
}

function messageOf(type: PublicEventType): object {
  const { summary, key, example } = PUBLIC_EVENTS[type];
  return {
    name: type,
    title: type,
    summary,
    contentType: 'application/json',
    headers: { $ref: '#/components/schemas/Headers' },
    payload: openSchema(type),
    bindings: { kafka: { key: { type: 'string', description: `Id of the ${key}.` }, bindingVersion: '0.5.0' } },
    examples: [{ name: type, payload: example }],
  };
}

const text = (description: string, example: string): Schema => ({ type: 'string', description, examples: [example] });

/** Of every event. Kafka's headers are bytes: these are UTF-8. */
const properties: Readonly<Record<string, Schema>> = {
  ce_specversion: constant('1.0', 'The version of CloudEvents.'),
  ce_id: id('evt', 'the event; the same when it comes again, and in webhooks and `GET /v1/events`'),
  ce_type: text('What happened.', 'payment.settled'),
  ce_source: text('The service that it happened in.', '/payment'),
  ce_subject: text("What it happened to: the record's key.", EXAMPLE.payment),
  ce_time: { type: 'string', format: 'date-time', description: 'When it happened.', examples: [EXAMPLE.settledAt] },
  'content-type': constant('application/json', 'Of the body.'),
  ce_sequence: {
    type: 'string',
    pattern: '^\\d{16}$',
    description: 'Grows with every event of one object; as a number and as text alike.',
    examples: ['0000000000000007'],
  },
  ce_account: text('Whose it is.', 'acme'),
  ce_livemode: { type: 'string', enum: ['true', 'false'], description: '`false`: the sandbox, where no money moves.' },
  ce_correlationid: text('Id of the request that it all began with.', EXAMPLE.request),
  ce_causationid: text('Id of what it follows from.', 'c4f0e1f6-4f9d-5a55-9d6c-1f2a6f0f9a11'),
  traceparent: text('W3C trace context.', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'),
};

const HEADERS: Schema = {
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => name !== 'traceparent'),
};
