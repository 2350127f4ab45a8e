import type { Payment, SanctionsMatch, WebhookEventType } from '@stablecoin/contracts';
import type { Parameter, PathItem, Response, Schema } from './open-api';
import { json } from './media-type';
import { blockedPayment, failedPayment, pendingPayment, settledPayment, waitingPayment } from './schemas/payment';
import { ref, resource } from './schemas/schema';
import { treasuryBalance } from './schemas/treasury';
import { amount, chain, currency, EXAMPLE, id, time } from './schemas/values';
import { wallet } from './schemas/wallet';
import { settledEvent } from './schemas/webhook';

/** What is to be said of a type of events. */
export interface EventDescription {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Of `data`. */
  readonly schema: Schema;
  readonly data: object;
}

/** An object and further keys beside its own. */
function withFields(name: string, own: object, fields: Readonly<Record<string, Schema>>): Schema {
  const keys = Object.keys(own);
  return {
    type: 'object',
    description: `The keys of ${name} as it was right after the event, and: ${Object.keys(fields)
      .map((field) => `\`${field}\``)
      .join(', ')}.`,
    properties: {
      ...Object.fromEntries(keys.map((key) => [key, { $ref: `#/components/schemas/${name}/properties/${key}` }])),
      ...fields,
    },
    required: [...new Set([...keys, ...Object.keys(fields)])],
    additionalProperties: false,
  };
}

const paymentEvent = (type: string, summary: string, description: string, payment: Payment): EventDescription => ({
  operationId: `onPayment${type}`,
  summary,
  description,
  schema: ref('Payment'),
  data: payment,
});

const reviewedPayment: Payment = {
  ...pendingPayment,
  stage: 'screening',
  txHash: null,
  chain: null,
  compliance_ref: EXAMPLE.screening,
};

/** The keys of a wallet that can be used, and further ones. */
const activeWallet = (fields: Readonly<Record<string, Schema>> = {}): Schema =>
  withFields('Wallet', wallet, {
    address: { type: 'string', description: 'Where the wallet receives.' },
    status: { type: 'string', enum: ['active'], description: 'More may be added.' },
    ...fields,
  });

const txHash: Schema = { type: 'string', description: 'Hash of the transaction.' };

/** What webhooks carry; on Kafka the same goes under the same types. */
export const WEBHOOK_EVENTS: { readonly [Type in WebhookEventType]: EventDescription } = {
  'payment.settled': paymentEvent(
    'Settled',
    'A payment was confirmed on chain',
    'Look at `txHash`, `settlement_ms` and `compliance_ref`.',
    settledPayment,
  ),
  'payment.failed': paymentEvent(
    'Failed',
    'A payment could not be settled',
    'Look at `error_code` and `error_message`. Not sent for a payment that screening blocked.',
    failedPayment,
  ),
  'payment.compliance_blocked': paymentEvent(
    'ComplianceBlocked',
    'A payment was blocked by screening',
    'It was not executed. No `payment.failed` is sent beside it.',
    blockedPayment,
  ),
  'payment.in_review': paymentEvent(
    'InReview',
    'A payment waits for the review of its screening',
    'Decide it with `POST /v1/compliance/checks/{ref}/decision`; `compliance_ref` is the ref.',
    reviewedPayment,
  ),
  'payment.awaiting_approval': paymentEvent(
    'AwaitingApproval',
    'A payment waits for approval',
    'Approve it with `POST /v1/approvals/{id}/approve`; `approval_id` is the id.',
    waitingPayment,
  ),
  'wallet.activated': {
    operationId: 'onWalletActivated',
    summary: 'A wallet that was in review can receive and send',
    description: 'Once, when the review of its owner is cleared. Not sent for wallets that are active at once.',
    schema: activeWallet(),
    data: wallet,
  },
  'wallet.funded': {
    operationId: 'onWalletFunded',
    summary: 'A wallet received an inbound transfer',
    description: 'Once per transfer.',
    schema: activeWallet({
      amount: amount('What was received.', '500.00'),
      currency,
      from: { type: 'string', description: 'The address that sent it.' },
      txHash,
    }),
    data: { ...wallet, amount: '500.00', currency: 'USDC', from: EXAMPLE.recipient, txHash: EXAMPLE.txHash },
  },
  'wallet.spend_limit_reached': {
    operationId: 'onWalletSpendLimitReached',
    summary: 'A payment waits, because the spend limit of its wallet is reached',
    description: 'Decide with `POST /v1/approvals/{id}/approve` or `/reject`. Once per waiting payment.',
    schema: activeWallet({
      approval_id: id('apr', 'the approval that the payment waits for'),
      payment_id: id('pay', 'the payment that waits'),
      amount: amount('What it would pay.'),
      currency,
    }),
    data: {
      ...wallet,
      spent_24h: '900.00',
      approval_id: EXAMPLE.approval,
      payment_id: EXAMPLE.payment,
      amount: '250.00',
      currency: 'USDC',
    },
  },
  'treasury.low_balance': {
    operationId: 'onTreasuryLowBalance',
    summary: 'The USDC balance of the treasury fell below a threshold',
    description: 'Once per crossing. Set thresholds with `PATCH /v1/treasury/settings`.',
    schema: withFields('TreasuryBalance', treasuryBalance, {
      scope: {
        type: 'string',
        enum: ['total', ...(chain.enum ?? [])],
        description: 'Which threshold: of all chains together, or of one.',
      },
      threshold: amount('The threshold.', '5000000.00'),
      balance: amount('The balance that fell below it.', '3000000.00'),
    }),
    data: { ...treasuryBalance, scope: 'total', threshold: '5000000.00', balance: treasuryBalance.usdc },
  },
  'compliance.match_found': {
    operationId: 'onComplianceMatchFound',
    summary: 'An address that live payments went to is on a sanctions list by now',
    description:
      'Sent once for each result by which it was cleared within 30 days. Find the payments with `GET /v1/payments?to=`.',
    schema: resource<SanctionsMatch>('The match.', {
      ref: id('cpl', 'the result by which it was cleared'),
      address: { type: 'string', description: 'The address.', examples: [EXAMPLE.recipient] },
      source: { type: 'string', description: 'The list.' },
      version: { type: 'string', description: 'Its publication date and hash.' },
      matched: { type: 'string', description: 'The entry, as the list names it.' },
      found_at: time('When it was found.'),
    }),
    data: {
      ref: EXAMPLE.screening,
      address: EXAMPLE.recipient,
      source: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.XML',
      version: '01/31/2026 sha256:9f86d081884c',
      matched: '12345 EXAMPLE NAME',
      found_at: EXAMPLE.createdAt,
    },
  },
  'webhook.test': {
    operationId: 'onWebhookTest',
    summary: 'You asked for a test event',
    description: 'Sent by `POST /v1/webhook_endpoints/{id}/test`, whatever types the endpoint takes.',
    schema: resource<{ endpoint_id: string; message: string }>('About the endpoint.', {
      endpoint_id: id('whe', 'the endpoint'),
      message: { type: 'string', description: 'A sentence.' },
    }),
    data: { endpoint_id: EXAMPLE.endpoint, message: 'This is a test event.' },
  },
};

const PARAMETERS: readonly Parameter[] = [
  header(
    'svc-signature',
    '`t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">` under the whole secret; for 24 hours after a rotation ' +
      'there are two `v1`. Reject what is more than 300 seconds off.',
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
  '2XX': { description: 'Received. Answer within 15 seconds, before any work of your own.' },
  '410': { description: 'You want no more events: the endpoint is disabled.' },
  default: { description: 'Not received: the event is sent again later. `Retry-After` is honoured.' },
};

/** What the service sends, by the type of the event. */
export function allWebhooks(): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(
    Object.entries(WEBHOOK_EVENTS).map(([type, event]) => [type, { post: toOperation(type, event) }]),
  );
}

function toOperation(type: string, { operationId, summary, description, schema, data }: EventDescription) {
  const envelope: Schema = {
    ...resource<typeof settledEvent>('The envelope of every event.', {
      id: property('id'),
      type: { type: 'string', const: type },
      created_at: property('created_at'),
      sequence: property('sequence'),
      livemode: property('livemode'),
      data: schema,
    }),
  };
  const value = { ...settledEvent, type, data };
  return {
    operationId,
    tags: ['Webhooks'],
    summary,
    description,
    security: [],
    parameters: PARAMETERS,
    requestBody: { required: true, content: json(envelope, { event: { summary, value } }) },
    responses: RESPONSES,
  };
}

function property(name: string): Schema {
  return { $ref: `#/components/schemas/WebhookEvent/properties/${name}` };
}

function header(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
