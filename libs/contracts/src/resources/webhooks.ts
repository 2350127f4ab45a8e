export const WEBHOOK_EVENT_TYPES = [
  'payment.settled',
  'payment.failed',
  'payment.compliance_blocked',
  'payment.in_review',
  'payment.awaiting_approval',
  'payment.waiting',
  'wallet.activated',
  'wallet.funded',
  'wallet.spend_limit_reached',
  'treasury.low_balance',
  'compliance.match_found',
  'deposit.held',
  'deposit.released',
  'rules.published',
  'webhook_endpoint.disabled',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number] | 'webhook.test';

export interface WebhookEvent {
  readonly id: string;
  readonly type: WebhookEventType;
  readonly created_at: string;
  readonly sequence: number;
  readonly livemode: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** Event types that are sent; null: all. */
  readonly events: readonly string[] | null;
  readonly description: string | null;
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason: string | null;
  readonly livemode: boolean;
  readonly created_at: string;
}

export interface DeliveryAttempt {
  readonly at: string;
  readonly status_code: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  /** Null where no call was made, and for attempts of earlier versions. */
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null;
  /** The beginning of the answer's body. Null where none came, for attempts of earlier versions, and where it is not to be shown. */
  readonly response: { readonly body: string; readonly truncated: boolean } | null;
}

export interface Delivery {
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly DeliveryAttempt[];
  readonly next_attempt_at: string | null;
  readonly created_at: string;
}

/** A delivery with the bytes that were signed and sent. */
export interface DeliveryWithBody extends Delivery {
  readonly request_body: string;
}
