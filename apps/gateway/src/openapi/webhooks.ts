import type { WebhookEvent } from '@stablecoin/contracts';
import { EXAMPLE } from '../http/examples';
import type { Schema } from '../http/json-schema';
import type { Operation, Parameter, PathItem, Response } from './open-api';
import { json } from './media-type';
import { ref } from './schema';

/** What is to be said of a type of events. */
export interface EventDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Of `data`. */
  readonly schema: Schema;
  readonly data: object;
}

/** What the service sends. */
export interface Webhooks {
  /** By type. */
  readonly events: Readonly<Record<string, EventDescription>>;
  readonly example: WebhookEvent;
}

const PARAMETERS: readonly Parameter[] = [
  header(
    'svc-signature',
    '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation there are two `v1`. Reject a timestamp that is more than 300 seconds off.',
    't=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
  header('webhook-id', 'Id of the event (Standard Webhooks).', EXAMPLE.event),
  header('webhook-timestamp', 'When it was sent, in unix seconds (Standard Webhooks).', '1769860800'),
  header(
    'webhook-signature',
    '`v1,<base64 HMAC-SHA256>` of `<id>.<timestamp>.<raw body>` under the decoded secret; two during a rotation, ' +
      'separated by a space (Standard Webhooks).',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const RESPONSES: Readonly<Record<string, Response>> = {
  '2XX': { description: 'Received. Respond within 15 seconds, before you process the event.' },
  '410': { description: 'Disables the endpoint: no more events are sent.' },
  default: { description: 'Not received: the event is sent again later. `Retry-After` is honored.' },
};

/** Name of the schema of an event: `payment.settled` is a `PaymentSettledEvent`. */
export function eventSchemaName(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** What the service sends, by the type of the event. */
export function webhookItems({ events, example }: Webhooks): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(
    Object.entries(events).map(([type, event]) => [type, { post: webhookOperation(type, event, example) }]),
  );
}

/** What a webhook endpoint is sent, as a callback of the operation that creates one: oapi-codegen finds the events by it. */
export function eventCallback({ events, example }: Webhooks): NonNullable<Operation['callbacks']> {
  const types = Object.keys(events).map((type) => ref(eventSchemaName(type)));
  const post: Operation = {
    operationId: 'onEvent',
    tags: ['Webhooks'],
    summary: 'An event',
    description: 'One of the webhooks, by its `type`.',
    security: [],
    parameters: PARAMETERS,
    requestBody: {
      required: true,
      content: json({ anyOf: types }, { event: { summary: 'An event', value: example } }),
    },
    responses: RESPONSES,
  };
  return { event: { '{$request.body#/url}': { post } } };
}

function webhookOperation(
  type: string,
  { operationId, summary, description, data }: EventDescription,
  example: WebhookEvent,
): Operation {
  const value = { ...example, type, data };
  return {
    operationId,
    tags: ['Webhooks'],
    // By its name first: that is what readers of a list look for.
    summary: `${type}: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
    description,
    security: [],
    parameters: PARAMETERS,
    requestBody: { required: true, content: json(ref(eventSchemaName(type)), { event: { summary, value } }) },
    responses: RESPONSES,
  };
}

function header(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
