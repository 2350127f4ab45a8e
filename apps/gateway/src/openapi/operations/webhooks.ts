import { CreateEndpointBody } from '../../resources/webhook-endpoints/create-webhook-endpoint';
import { DELIVERY_TABLE, ListDeliveriesQuery } from '../../resources/webhook-endpoints/list-deliveries';
import { ListEventsQuery } from '../../resources/events/list-events';
import { StreamEventsQuery } from '../../resources/events/stream-events';
import { PageQuery } from '../../http/inputs';
import { ReplayEventsBody } from '../../resources/webhook-endpoints/replay-events';
import { RotateSecretBody } from '../../resources/webhook-endpoints/rotate-webhook-secret';
import { SendTestEventBody } from '../../resources/webhook-endpoints/send-test-event';
import { UpdateEndpointBody } from '../../resources/webhook-endpoints/update-webhook-endpoint';
import { EXAMPLE } from '../../http/examples';
import { path } from '../parameters';
import { eventCallback } from '../webhooks';
import { delivery, deliveryWithBody, endpoint, settledEvent } from '../schemas/webhook';
import { csvExample, pageExample, type Answer, type Endpoint } from './endpoint';

const tag = 'Webhook endpoints';
const events = 'Events';
const endpointId = path('id', 'Id of the webhook endpoint.', EXAMPLE.endpoint);
const noSuchEndpoint = { message: 'There is no such webhook endpoint.' };
const disabled = { message: 'This webhook endpoint is disabled. Enable it first.' };

const withoutSecret: Answer = {
  description: 'The endpoint.',
  schema: 'WebhookEndpoint',
  examples: { endpoint: { summary: 'An endpoint', value: endpoint } },
};
const withSecret: Answer = {
  description: 'The endpoint with its secret, which is shown this once.',
  schema: 'WebhookEndpointWithSecret',
  examples: {
    new: { summary: 'With its secret', value: { ...endpoint, secret: EXAMPLE.secret } },
    replayed: { summary: 'A replay does not show it again', value: { ...endpoint, secret: null } },
  },
};

export const webhookEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/webhook_endpoints',
    operationId: 'createWebhookEndpoint',
    tag,
    summary: 'Create a webhook endpoint',
    description: 'The next event is sent to it already. Keep `secret`: it verifies what you receive.',
    scope: 'webhooks:write',
    limit: 'other',
    body: {
      type: CreateEndpointBody,
      examples: {
        all: { summary: 'Every event', value: { url: 'https://example.com/webhooks' } },
        some: {
          summary: 'Some events',
          value: {
            url: 'https://example.com/webhooks',
            events: ['payment.settled', 'payment.failed'],
            description: 'Order system',
          },
        },
      },
    },
    callbacks: eventCallback(),
    answers: { 200: withSecret },
    errors: {
      invalid_state: { message: 'Your account has 100 webhook endpoints, which is the limit: delete one first.' },
      invalid_request: { message: 'Use an https URL.', param: 'url' },
      not_found: { message: 'What this request was about has been deleted since.' },
    },
  },
  {
    method: 'get',
    path: '/webhook_endpoints',
    operationId: 'listWebhookEndpoints',
    tag,
    summary: 'List webhook endpoints',
    description: 'The newest first.',
    scope: 'webhooks:read',
    limit: 'reads',
    query: { type: PageQuery, of: 'whe' },
    answers: {
      200: { description: 'A page of endpoints.', schema: 'WebhookEndpointList', examples: pageExample(endpoint) },
    },
  },
  {
    method: 'get',
    path: '/webhook_endpoints/{id}',
    operationId: 'getWebhookEndpoint',
    tag,
    summary: 'Get a webhook endpoint',
    description: 'Without its secret.',
    scope: 'webhooks:read',
    limit: 'reads',
    parameters: [endpointId],
    answers: { 200: withoutSecret },
    errors: { not_found: noSuchEndpoint },
  },
  {
    method: 'patch',
    path: '/webhook_endpoints/{id}',
    operationId: 'updateWebhookEndpoint',
    tag,
    summary: 'Change a webhook endpoint',
    description: 'What is left out stays as it is. An endpoint that was disabled by its failures is enabled here.',
    scope: 'webhooks:write',
    limit: 'other',
    parameters: [endpointId],
    body: {
      type: UpdateEndpointBody,
      examples: {
        enable: { summary: 'Enable it again', value: { status: 'enabled' } },
        events: { summary: 'Send every event', value: { events: null } },
      },
    },
    answers: { 200: withoutSecret },
    errors: { invalid_request: { message: 'Use an https URL.', param: 'url' }, not_found: noSuchEndpoint },
  },
  {
    method: 'delete',
    path: '/webhook_endpoints/{id}',
    operationId: 'deleteWebhookEndpoint',
    tag,
    summary: 'Delete a webhook endpoint',
    description: 'Nothing is sent to it any more; what was still to be delivered is given up.',
    scope: 'webhooks:write',
    limit: 'other',
    parameters: [endpointId],
    answers: {
      200: {
        description: 'It is deleted.',
        schema: 'Deleted',
        examples: { deleted: { summary: 'Deleted', value: { id: EXAMPLE.endpoint, deleted: true } } },
      },
    },
    errors: { not_found: noSuchEndpoint },
  },
  {
    method: 'post',
    path: '/webhook_endpoints/{id}/rotate_secret',
    operationId: 'rotateWebhookSecret',
    tag,
    summary: 'Rotate the secret of a webhook endpoint',
    description: 'The secret before also signs for 24 hours, or for `expires_in` seconds. With 0 it is void at once.',
    scope: 'webhooks:write',
    limit: 'other',
    parameters: [endpointId],
    body: {
      type: RotateSecretBody,
      examples: {
        rotate: { summary: 'Rotate it', value: {} },
        leaked: { summary: 'The secret before is known to somebody else', value: { expires_in: 0 } },
      },
    },
    answers: { 200: withSecret },
    errors: { not_found: noSuchEndpoint },
  },
  {
    method: 'post',
    path: '/webhook_endpoints/{id}/test',
    operationId: 'sendTestEvent',
    tag,
    summary: 'Send a test event',
    description: 'Sends an event of the type `webhook.test`, whatever `events` says. Its delivery is in `/deliveries`.',
    scope: 'webhooks:write',
    limit: 'other',
    parameters: [endpointId],
    body: { type: SendTestEventBody, examples: { send: { summary: 'Send it', value: {} } } },
    answers: { 200: withoutSecret },
    errors: { not_found: noSuchEndpoint, invalid_state: disabled },
  },
  {
    method: 'get',
    path: '/webhook_endpoints/{id}/deliveries',
    operationId: 'listDeliveries',
    tag,
    summary: 'List deliveries',
    description: 'Every event on its way to the endpoint, with its attempts, the newest first.',
    scope: 'webhooks:read',
    limit: 'reads',
    parameters: [endpointId],
    query: { type: ListDeliveriesQuery, of: 'whd' },
    answers: {
      200: {
        description: 'A page of deliveries.',
        schema: 'DeliveryList',
        csv: csvExample(DELIVERY_TABLE, delivery),
        examples: pageExample(delivery),
      },
    },
    errors: { not_found: noSuchEndpoint },
  },
  {
    method: 'get',
    path: '/webhook_deliveries/{id}',
    operationId: 'getDelivery',
    tag,
    summary: 'Get a delivery',
    description: 'Every attempt with its request and its answer, and the body that was sent.',
    scope: 'webhooks:read',
    limit: 'reads',
    parameters: [path('id', 'Id of the delivery.', EXAMPLE.delivery)],
    answers: {
      200: {
        description: 'The delivery.',
        schema: 'DeliveryWithBody',
        examples: { pending: { summary: 'It is tried again', value: deliveryWithBody() } },
      },
    },
    errors: { not_found: { message: 'There is no such delivery.' } },
  },
  {
    method: 'post',
    path: '/webhook_endpoints/{id}/replay',
    operationId: 'replayEvents',
    tag,
    summary: 'Send events again',
    description:
      'Events that the endpoint takes are sent to it once more, with the same ids. It happens in the background: follow ' +
      'it in `/deliveries`. At most ten replays of an endpoint are under way at one time.',
    scope: 'webhooks:write',
    limit: 'other',
    parameters: [endpointId],
    body: {
      type: ReplayEventsBody,
      examples: {
        one: { summary: 'One event', value: { event_id: EXAMPLE.event } },
        since: { summary: 'Everything after an event', value: { since: EXAMPLE.event } },
        span: { summary: 'A span of time', value: { from: '2026-01-31T12:00:00Z', to: '2026-01-31T13:00:00Z' } },
      },
    },
    answers: { 200: withoutSecret },
    errors: {
      invalid_request: {
        message: 'Give exactly one of event_id, since, and from with to.',
        param: 'event_id',
      },
      not_found: noSuchEndpoint,
      invalid_state: disabled,
    },
  },
];

const streamedEvents = [
  'retry: 1000\n',
  `id: ${EXAMPLE.event}\ndata: ${JSON.stringify(settledEvent)}\n`,
  ': heartbeat\n',
  'event: error\ndata: {"code":"shutting_down","message":"The service stops: reconnect …","retryable":true}\n\n',
].join('\n');

export const eventEndpoints: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/events',
    operationId: 'listEvents',
    tag: events,
    summary: 'List events',
    description:
      'Every event of your account, sent or not. An event may take a second to appear. To follow events, read them ' +
      'forwards: `order=asc&wait=30`, with `starting_after` set to the last event that you have, which must exist.',
    scope: 'events:read',
    limit: 'reads',
    query: { type: ListEventsQuery, of: 'evt' },
    answers: {
      200: { description: 'A page of events.', schema: 'WebhookEventList', examples: pageExample(settledEvent) },
    },
  },
  {
    method: 'get',
    path: '/events/stream',
    operationId: 'streamEvents',
    tag: events,
    summary: 'Stream events',
    description:
      'Every event of your account, as it happens, as server-sent events: `id` is the id of the event and `data` the event. A ' +
      'comment is sent every 15 seconds without one. Reconnect with the header `Last-Event-ID`, and no event is lost or comes ' +
      'twice. The stream ends with an event `error`, whose data has `code`, `message` and `retryable`. A key may have 10 streams.',
    scope: 'events:read',
    limit: 'reads',
    parameters: ['LastEventId'],
    query: { type: StreamEventsQuery, of: 'evt' },
    answers: {
      200: { description: 'The events from then on.', schema: 'WebhookEvent', stream: streamedEvents, examples: {} },
    },
    errors: { invalid_request: { message: 'There is no such event.', param: 'Last-Event-ID' } },
  },
  {
    method: 'get',
    path: '/events/{id}',
    operationId: 'getEvent',
    tag: events,
    summary: 'Get an event',
    description: 'As it is sent to webhook endpoints.',
    scope: 'events:read',
    limit: 'reads',
    parameters: [path('id', 'Id of the event.', EXAMPLE.event)],
    answers: {
      200: {
        description: 'The event.',
        schema: 'WebhookEvent',
        examples: { settled: { summary: 'A payment settled', value: settledEvent } },
      },
    },
    errors: { not_found: { message: 'There is no such event.' } },
  },
];
