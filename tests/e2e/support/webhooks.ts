import type { Delivery, Page, WebhookEndpoint, WebhookEvent } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from './api';
import { idOf, TIME } from './payments';
import { WebhookSink } from './webhook-sink';

export const SECRET: unknown = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);

/** What a body has to be: a value or a matcher for every field of an endpoint. */
export type ExpectedEndpoint = Readonly<Record<keyof WebhookEndpoint, unknown>>;

/** The whole body of an endpoint that takes everything. */
export function newEndpoint(fields: Partial<ExpectedEndpoint> = {}): ExpectedEndpoint {
  return {
    id: idOf('whe'),
    url: expect.any(String),
    events: null,
    description: null,
    status: 'enabled',
    disabled_reason: null,
    livemode: false,
    created_at: TIME,
    ...fields,
  };
}

/** An attempt of a delivery, by default one that failed without a response. */
export const deliveryAttempt = (fields: object): object => ({
  at: TIME,
  status_code: null,
  duration_ms: expect.any(Number) as unknown,
  error: expect.stringMatching(/./) as unknown,
  request: {
    url: expect.stringMatching(/^https?:/) as unknown,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'stablecoin-payments-webhooks/1',
      'svc-signature': expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}/) as unknown,
      'webhook-id': idOf('evt'),
      'webhook-timestamp': expect.stringMatching(/^\d+$/) as unknown,
      'webhook-signature': expect.stringMatching(/^v1,/) as unknown,
    },
  },
  response: 'status_code' in fields ? { body: '', truncated: false } : null,
  ...fields,
});

/** An endpoint and the receiver behind it. */
export interface Subscription {
  readonly sink: WebhookSink;
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}

/** Receivers with their endpoints, which are deleted again after each test. */
export function useSubscriptions(api: () => Api): (fields?: object) => Promise<Subscription> {
  const made: Subscription[] = [];

  afterEach(async () => {
    for (const { path, sink } of made.splice(0)) {
      await api().delete(path);
      await sink.close();
    }
  });

  return async (fields = {}) => {
    const sink = await WebhookSink.open();
    const { body } = await api().post('/webhook_endpoints', { url: sink.url, ...fields });
    const id = String(body['id']);
    const subscription = { sink, id, path: `/webhook_endpoints/${id}`, secret: String(body['secret']) };
    made.push(subscription);
    return subscription;
  };
}

export const HOOK = 'https://hooks.example.com/payments?tenant=1';
export const UNKNOWN_ENDPOINT = '/webhook_endpoints/whe_01JD8Z5M3V7T9G2K4XQW6N0B1C';

export const endpointPath = ({ id }: Record<string, unknown>): string => `/webhook_endpoints/${String(id)}`;

/** Creates endpoints without a receiver, which are deleted again after each test. */
export function useEndpoints(api: () => Api): (fields?: object) => Promise<ApiResponse> {
  const made: string[] = [];
  afterEach(() => Promise.all(made.splice(0).map((path) => api().delete(path))));

  return async (fields = {}) => {
    const created = await api().post('/webhook_endpoints', { url: HOOK, ...fields });
    if (created.status === 200) made.push(endpointPath(created.body));
    return created;
  };
}

/** The deliveries of an endpoint, the newest first. */
export async function deliveriesOf(api: Api, { path }: Pick<Subscription, 'path'>, query = ''): Promise<Delivery[]> {
  const { body } = await api.get(`${path}/deliveries?limit=100${query}`);
  return [...(body as unknown as Page<Delivery>).data];
}

/** Waits until every delivery of an endpoint has ended, and answers so many of them. */
export function endedDeliveries(
  api: Api,
  subscription: Pick<Subscription, 'path'>,
  count: number,
): Promise<Delivery[]> {
  return eventually(async () => {
    const deliveries = await deliveriesOf(api, subscription);
    expect(deliveries.map(({ status }) => status)).not.toContain('pending');
    expect(deliveries).toHaveLength(count);
    return deliveries;
  });
}

/** Waits until an event about an object is listed. */
export function listedEvent(api: Api, type: string, objectId: unknown): Promise<WebhookEvent> {
  return eventually(async () => {
    const { body } = await api.get(`/events?limit=100&type=${type}`);
    const { data } = body as unknown as Page<WebhookEvent>;
    return data.find((event) => event.data['id'] === objectId) ?? false;
  });
}
