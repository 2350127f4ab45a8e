import type { Message } from './message';
import type { ById, Outcome, OutcomeRequest, PageRequest, Tenant, WalletBound } from './query';
import type { Page } from './resources/shared-shapes';
import type { Delivery, DeliveryWithBody, WebhookEndpoint, WebhookEvent } from './resources/webhooks';

/** Key of every command: the endpoint's id. Secrets are encrypted with `SECRETS_KEY`. */
export type CreateEndpoint = Message<
  'webhook.CreateEndpoint',
  {
    readonly endpointId: string;
    readonly url: string;
    readonly events: readonly string[] | null;
    readonly description: string | null;
    readonly sealedSecret: string;
  }
>;
/** A field that is omitted does not change. */
export type UpdateEndpoint = Message<
  'webhook.UpdateEndpoint',
  {
    readonly endpointId: string;
    readonly url?: string;
    readonly events?: readonly string[] | null;
    readonly description?: string | null;
    readonly status?: 'enabled' | 'disabled';
  }
>;
export type DeleteEndpoint = Message<'webhook.DeleteEndpoint', { readonly endpointId: string }>;
/** `previousForS`: for how many seconds the previous secret still signs. Missing: 24 hours. */
export type RotateSecret = Message<
  'webhook.RotateSecret',
  { readonly endpointId: string; readonly sealedSecret: string; readonly previousForS?: number }
>;
export type SendTestEvent = Message<'webhook.SendTestEvent', { readonly endpointId: string }>;
export type ReplayEvents = Message<
  'webhook.ReplayEvents',
  {
    readonly endpointId: string;
    /** One event; everything since an event, itself excluded; or a span of time (from inclusive, to exclusive). */
    readonly range:
      { readonly eventId: string } | { readonly since: string } | { readonly from: number; readonly to: number };
  }
>;

/** Public; key: the endpoint's id. Sent to that endpoint only. */
export type TestEvent = Message<'webhook.test', { readonly endpoint_id: string; readonly message: string }>;

/** Public; key: the endpoint's id. Its deliveries disabled it; sent to the account's other endpoints. */
export type EndpointDisabledMessage = Message<
  'webhook_endpoint.disabled',
  Omit<WebhookEndpoint, 'status' | 'disabled_reason' | 'created_at'> & {
    readonly status: 'disabled';
    readonly disabled_reason: string;
  }
>;

export type WebhookCommand =
  CreateEndpoint | UpdateEndpoint | DeleteEndpoint | RotateSecret | SendTestEvent | ReplayEvents;

export interface WebhookQueries {
  'webhook.endpoint': { params: ById; result: WebhookEndpoint | null };
  'webhook.endpoints': { params: PageRequest; result: Page<WebhookEndpoint> };
  'webhook.deliveries': {
    params: PageRequest & {
      readonly endpointId: string;
      readonly status: Delivery['status'] | null;
      /** Missing or null: of every event. */
      readonly eventId?: string | null;
      /** Missing or null: of every object. */
      readonly paymentId?: string | null;
    };
    result: Page<Delivery>;
  };
  'webhook.delivery': { params: ById; result: DeliveryWithBody | null };
  /** Of a payment's events to every endpoint, the latest first, at most 100. `id` is the payment's. */
  'webhook.payment_deliveries': { params: ById; result: readonly Delivery[] };
  'webhook.event': { params: ById & WalletBound; result: WebhookEvent | null };
  /** Id of the last event that a restored store has inherited; null when it has none, or was never restored. */
  'webhook.boundary_event': { params: Tenant; result: string | null };
  'webhook.events': {
    params: PageRequest &
      WalletBound & {
        readonly type: string | null;
        /** `desc`: the latest first. */
        readonly order: 'asc' | 'desc';
        readonly createdAfter: number | null;
        readonly createdBefore: number | null;
      };
    result: Page<WebhookEvent>;
  };
  /** How many replays of the tenant are under way or wait. */
  'webhook.replays': { params: Tenant; result: number };
  /** `id` is the endpoint's id. */
  'webhook.outcome': { params: OutcomeRequest; result: Outcome };
}
