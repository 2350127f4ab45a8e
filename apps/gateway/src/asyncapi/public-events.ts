import type { PublicEventType, WebhookEventType } from '@stablecoin/contracts';
import type { Schema } from '../http/json-schema';
import { screeningEvent, screeningEventSchema } from '../resources/compliance/compliance.schema';
import { WEBHOOK_EVENTS } from '../resources/events/event.schema';
import { pendingPayment, waitingPayment } from '../resources/payments/payment.schema';
import { ref } from '../openapi/schema';
import { wallet } from '../resources/wallets/wallet.schema';

/** What is to be said of a type of events on Kafka. */
export interface DocumentedEvent {
  /** What happened. */
  readonly summary: string;
  /** What the record's key is the id of, and so what the order and the sequence are of. */
  readonly key: string;
  /** Of the body. */
  readonly schema: Schema;
  readonly example: object;
}

function asWebhook(type: WebhookEventType, key: string): DocumentedEvent {
  const { summary, schema, data } = WEBHOOK_EVENTS[type];
  return { summary, key, schema, example: data };
}

/** Every event that subscribers may build on. What webhooks carry too is described once, with them. */
export const PUBLIC_EVENTS: { readonly [Type in PublicEventType]: DocumentedEvent } = {
  'payment.initiated': {
    summary: 'A payment exists',
    key: 'payment',
    schema: ref('Payment'),
    example: { ...pendingPayment, stage: 'screening', txHash: null, chain: null, compliance_ref: null },
  },
  'payment.waiting': {
    summary: 'A payment waits: for the review of its screening, for an approval, or before its transfer is authorized',
    key: 'payment',
    schema: ref('Payment'),
    example: waitingPayment,
  },
  'payment.settled': asWebhook('payment.settled', 'payment'),
  'payment.failed': asWebhook('payment.failed', 'payment'),
  'payment.compliance_blocked': asWebhook('payment.compliance_blocked', 'payment'),
  'payment.rules_published': asWebhook('rules.published', 'rules: `<account>.test` or `<account>.live`'),
  'wallet.created': {
    summary: 'A wallet can receive and send',
    key: 'wallet',
    schema: WEBHOOK_EVENTS['wallet.activated'].schema,
    example: wallet,
  },
  'wallet.activated': asWebhook('wallet.activated', 'wallet'),
  'wallet.funded': asWebhook('wallet.funded', 'wallet'),
  'wallet.spend_limit_reached': asWebhook('wallet.spend_limit_reached', 'wallet'),
  'treasury.low_balance': asWebhook('treasury.low_balance', 'treasury: `<account>.test` or `<account>.live`'),
  'treasury.deposit_held': asWebhook('deposit.held', 'treasury: `<account>.test` or `<account>.live`'),
  'treasury.deposit_released': asWebhook('deposit.released', 'treasury: `<account>.test` or `<account>.live`'),
  'wallet.deposit_held': asWebhook('deposit.held', 'wallet'),
  'wallet.deposit_released': asWebhook('deposit.released', 'wallet'),
  'compliance.completed': {
    summary: 'A screening has a result, or its review was decided',
    key: 'screening',
    schema: screeningEventSchema,
    example: screeningEvent,
  },
  'compliance.match_found': asWebhook('compliance.match_found', 'screening'),
  'webhook_endpoint.disabled': asWebhook('webhook_endpoint.disabled', 'webhook endpoint'),
  'webhook.test': asWebhook('webhook.test', 'webhook endpoint'),
};
