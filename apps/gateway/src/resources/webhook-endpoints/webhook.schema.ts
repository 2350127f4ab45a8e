import type {
  Delivery,
  DeliveryAttempt,
  DeliveryWithBody,
  EndpointDisabledMessage,
  WebhookEndpoint,
  WebhookEvent,
} from '@stablecoin/contracts';
import { WEBHOOK_EVENT_TYPES } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { EndpointWithSecret } from './webhook-endpoints';
import type { Schema } from '../../http/json-schema';
import { constant, known, knownWords, listOf, nullable, pageSchema, ref, resource } from '../../openapi/schema';
import { settledPayment } from '../payments/payment.schema';
import { id, livemode, time } from '../../openapi/values';
import { path } from '../../openapi/parameters';
import type { DocumentedAnswer } from '../../openapi/api-operation';

export const endpoint: WebhookEndpoint = {
  id: EXAMPLE.endpoint,
  url: 'https://example.com/webhooks',
  events: ['payment.settled', 'payment.failed'],
  description: 'Order system',
  status: 'enabled',
  disabled_reason: null,
  livemode: false,
  created_at: EXAMPLE.createdAt,
};

export const disabledEndpoint: EndpointDisabledMessage['data'] = {
  id: EXAMPLE.endpoint,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description,
  status: 'disabled',
  disabled_reason: 'nothing but failures since 2026-01-26T12:00:00.000Z',
  livemode: false,
};

/** The same with its body. */
export const deliveryWithBody = (): DeliveryWithBody => ({ ...delivery, request_body: JSON.stringify(settledEvent) });

export const settledEvent: WebhookEvent = {
  id: EXAMPLE.event,
  type: 'payment.settled',
  created_at: EXAMPLE.settledAt,
  sequence: 2,
  livemode: false,
  data: { ...settledPayment },
};

export const delivery: Delivery = {
  id: EXAMPLE.delivery,
  endpoint_id: EXAMPLE.endpoint,
  event_id: EXAMPLE.event,
  event_type: 'payment.settled',
  status: 'pending',
  attempts: [
    {
      at: EXAMPLE.settledAt,
      status_code: 503,
      duration_ms: 18,
      error: 'the endpoint answered 503',
      request: {
        url: 'https://example.com/webhooks',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'stablecoin-payments-webhooks/1',
          'svc-signature': 't=1769860800,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
          'webhook-id': EXAMPLE.event,
          'webhook-timestamp': '1769860800',
          'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        },
      },
      response: { body: 'upstream is restarting', truncated: false },
    },
  ],
  next_attempt_at: '2026-01-31T12:00:05.250Z',
  created_at: EXAMPLE.settledAt,
};

const endpointProperties: { readonly [Key in keyof WebhookEndpoint]-?: Schema } = {
  id: id('whe', 'the endpoint'),
  url: { type: 'string', description: 'Where events are sent to.' },
  events: nullable(listOf(known(WEBHOOK_EVENT_TYPES, 'A type of events.'), 'The types that are sent; `null`: all.')),
  description: nullable({ type: 'string', description: 'A note for people.' }),
  status: knownWords<WebhookEndpoint['status']>('Whether events are sent.', {
    enabled: 'They are.',
    disabled: 'They are not.',
  }),
  disabled_reason: nullable({ type: 'string', description: 'Why it is disabled.' }),
  livemode,
  created_at: time('When the endpoint was created.'),
};

const { created_at: _created, ...endpointWhenDisabled } = endpointProperties;
/** Of an endpoint that its deliveries disabled. */
export const disabledEndpointProperties: { readonly [Key in keyof EndpointDisabledMessage['data']]-?: Schema } = {
  ...endpointWhenDisabled,
  status: known(['disabled'], 'More may be added.'),
  disabled_reason: { type: 'string', description: 'Why it is disabled.' },
};

const eventType = known([...WEBHOOK_EVENT_TYPES, 'webhook.test'], 'What happened. More types may be added.');

/** What every event says of itself. */
export const envelopeProperties: { readonly [Key in keyof Omit<WebhookEvent, 'data'>]-?: Schema } = {
  id: id('evt', 'the event; the same in every attempt, replay and list'),
  type: eventType,
  created_at: time('When it happened.'),
  sequence: { type: 'integer', minimum: 0, description: 'Grows with every event of one object.' },
  livemode,
};

const deliveryProperties: { readonly [Key in keyof Delivery]-?: Schema } = {
  id: id('whd', 'the delivery'),
  endpoint_id: id('whe', 'the endpoint'),
  event_id: id('evt', 'the event'),
  event_type: eventType,
  status: knownWords<Delivery['status']>('The outcome.', {
    pending: 'Not delivered yet: `next_attempt_at` says when it is retried.',
    delivered: 'The endpoint answered 2xx.',
    failed: 'All attempts have failed.',
  }),
  attempts: listOf(ref('DeliveryAttempt'), 'The oldest first.'),
  next_attempt_at: nullable(time('When it is retried; `null`: never.')),
  created_at: time('When it was scheduled.'),
};

export const endpointId = path('id', 'Id of the webhook endpoint.', 'whe', EXAMPLE.endpoint);

export const noSuchEndpoint = { message: 'There is no such webhook endpoint.' };

export const disabled = { message: 'This webhook endpoint is disabled. Enable it first.' };

export const withoutSecret: DocumentedAnswer = {
  description: 'The endpoint.',
  schema: 'WebhookEndpoint',
  examples: { endpoint: { summary: 'An endpoint', value: endpoint } },
};

export const withSecret: DocumentedAnswer = {
  description: 'The endpoint with its secret, which is shown this once.',
  schema: 'WebhookEndpointWithSecret',
  examples: {
    new: { summary: 'With its secret', value: { ...endpoint, secret: EXAMPLE.secret } },
    replayed: { summary: 'A replay does not show it again', value: { ...endpoint, secret: null } },
  },
};

export const webhookSchemas: Readonly<Record<string, Schema>> = {
  WebhookEndpoint: resource<WebhookEndpoint>('Where events are sent to.', endpointProperties, [endpoint]),

  WebhookEndpointWithSecret: resource<EndpointWithSecret>(
    'An endpoint with its signing secret.',
    {
      ...endpointProperties,
      secret: nullable({
        type: 'string',
        pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
        description: 'Signs what is sent to the endpoint. Shown once: `null` when the request is replayed.',
        examples: [EXAMPLE.secret],
      }),
    },
    [{ ...endpoint, secret: EXAMPLE.secret }],
  ),

  WebhookEndpointList: pageSchema('WebhookEndpoint', 'webhook endpoints'),

  WebhookEvent: resource<WebhookEvent>(
    'Something that happened, as it is sent to webhook endpoints.',
    {
      ...envelopeProperties,
      data: {
        type: 'object',
        description: 'The object as it was right after the event, and further fields by `type`: see the webhooks.',
        additionalProperties: true,
      },
    },
    [settledEvent],
  ),

  WebhookEventList: pageSchema('WebhookEvent', 'events'),

  Delivery: resource<Delivery>('The delivery of an event to an endpoint.', deliveryProperties, [delivery]),

  DeliveryWithBody: resource<DeliveryWithBody>(
    'A delivery, with what was sent.',
    {
      ...deliveryProperties,
      request_body: { type: 'string', description: 'The exact text that is signed and sent, in every attempt.' },
    },
    [deliveryWithBody()],
  ),

  DeliveryAttempt: resource<DeliveryAttempt>('One HTTP request to an endpoint.', {
    at: time('When it began.'),
    status_code: nullable({ type: 'integer', description: 'The response status; `null`: no response.' }),
    duration_ms: { type: 'number', minimum: 0, description: 'In milliseconds.' },
    error: nullable({ type: 'string', description: 'The reason for a failure; `null` on success.' }),
    request: nullable({
      ...ref('DeliveryRequest'),
      description: 'The request; `null`: none was made, or an earlier version made it.',
    }),
    response: nullable({
      ...ref('DeliveryResponse'),
      description: 'The response; `null`: none, an earlier version made the request, or the service does not show it.',
    }),
  }),

  DeliveryRequest: resource<NonNullable<DeliveryAttempt['request']>>('A request, as it was sent.', {
    url: { type: 'string', description: 'The URL of the endpoint at that time.' },
    headers: {
      type: 'object',
      description: 'Headers by name. The signatures do not reveal the secret.',
      additionalProperties: { type: 'string' },
    },
  }),

  DeliveryResponse: resource<NonNullable<DeliveryAttempt['response']>>('The beginning of a response.', {
    body: { type: 'string', description: 'At most the first 1,024 bytes, as UTF-8.' },
    truncated: { type: 'boolean', description: 'Whether there was more.' },
  }),

  DeliveryList: pageSchema('Delivery', 'deliveries'),

  Deleted: resource<{ id: string; deleted: true }>(
    'The object was deleted.',
    { id: { type: 'string', description: 'Its id.' }, deleted: constant(true) },
    [{ id: EXAMPLE.endpoint, deleted: true }],
  ),
};
