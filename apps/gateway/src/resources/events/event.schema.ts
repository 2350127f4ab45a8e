import type {
  ActiveWallet,
  EndpointDisabledMessage,
  LowBalance,
  Payment,
  PublishedRules,
  SanctionsMatch,
  SpendLimitReached,
  TestEvent,
  WalletFunded,
  WebhookEvent,
  WebhookEventType,
} from '@stablecoin/contracts';
import { CHAIN_NAMES, RULES_AGREEMENTS } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import {
  blockedPayment,
  failedPayment,
  heldPayment,
  pendingPayment,
  settledPayment,
  waitingPayment,
} from '../payments/payment.schema';
import { heldDepositEvent, releasedDepositEvent } from '../deposits/deposit.schema';
import { constant, known, nullable, ref, resource } from '../../openapi/schema';
import { eventSchemaName, type EventDescription } from '../../openapi/webhooks';
import { treasuryBalance, treasuryBalanceProperties } from '../treasury/treasury.schema';
import { actorId, address, amount, currency, id, time } from '../../openapi/values';
import { wallet, walletProperties } from '../wallets/wallet.schema';
import { disabledEndpoint, disabledEndpointProperties, envelopeProperties } from '../webhook-endpoints/webhook.schema';

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

/** The properties of a wallet that can be used. */
const activeWalletProperties: typeof walletProperties = {
  ...walletProperties,
  address: { ...address, description: "The wallet's address." },
  status: known(['active'], 'More may be added.'),
};

const publishedRulesEvent: PublishedRules = {
  version: 3,
  in_force_from: EXAMPLE.createdAt,
  draft_id: EXAMPLE.ruleDraft,
  agreement: 'second_person',
  drafted_by: EXAMPLE.key,
  agreed_by: EXAMPLE.member,
  published_by: EXAMPLE.key,
};

/** What webhooks carry; on Kafka the same goes under the same types. */
export const WEBHOOK_EVENTS: { readonly [Type in WebhookEventType]: EventDescription } = {
  'payment.settled': paymentEvent(
    'Settled',
    'A payment was confirmed on chain',
    'Read `txHash`, `settlement_ms` and `compliance_ref`.',
    settledPayment,
  ),
  'payment.failed': paymentEvent(
    'Failed',
    'A payment could not be settled',
    'Read `error_code` and `error_message`. Not sent for a payment that screening blocked.',
    failedPayment,
  ),
  'payment.compliance_blocked': paymentEvent(
    'ComplianceBlocked',
    'A payment was blocked by screening',
    'It was not executed. No `payment.failed` is sent in addition.',
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
  'payment.waiting': paymentEvent(
    'Waiting',
    'A payment waits before its transfer is authorized',
    'With the stage `waiting` it continues automatically. With the stage `held` it continues when its idempotency key is sent again, or an operator resumes it.',
    heldPayment,
  ),
  'wallet.activated': {
    operationId: 'onWalletActivated',
    summary: 'A wallet that was in review can receive and send',
    description: 'Once, when the review of its owner is cleared. Not sent for wallets that are active at once.',
    schema: ref('ActiveWallet'),
    data: wallet,
  },
  'wallet.funded': {
    operationId: 'onWalletFunded',
    summary: 'A wallet received an inbound transfer',
    description: 'Once per transfer.',
    schema: ref('FundedWallet'),
    data: { ...wallet, amount: '500.00', currency: 'USDC', from: EXAMPLE.recipient, txHash: EXAMPLE.txHash },
  },
  'wallet.spend_limit_reached': {
    operationId: 'onWalletSpendLimitReached',
    summary: 'A payment waits, because the spend limit of its wallet is reached',
    description: 'Decide with `POST /v1/approvals/{id}/approve` or `/reject`. Once per waiting payment.',
    schema: ref('LimitedWallet'),
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
    schema: ref('LowTreasuryBalance'),
    data: { ...treasuryBalance, scope: 'total', threshold: '5000000.00', balance: treasuryBalance.usdc },
  },
  'compliance.match_found': {
    operationId: 'onComplianceMatchFound',
    summary: 'An address that was paid within 30 days is now on a sanctions list',
    description:
      'Sent once for each result of the last 30 days that cleared it. Find the payments with `GET /v1/payments?to=`. The sandbox raises it too.',
    schema: ref('SanctionsMatch'),
    data: {
      ref: EXAMPLE.screening,
      address: EXAMPLE.recipient,
      source: 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/SDN.XML',
      version: '01/31/2026 sha256:9f86d081884c',
      matched: '12345 EXAMPLE NAME',
      found_at: EXAMPLE.createdAt,
    },
  },
  'deposit.held': {
    operationId: 'onDepositHeld',
    summary: 'A deposit waits for the decision of a person',
    description:
      'Its sender was not cleared, or is not known. Decide it with `POST /v1/deposits/{id}/decision`. Until then its money cannot be spent.',
    schema: ref('DepositEventData'),
    data: heldDepositEvent,
  },
  'deposit.released': {
    operationId: 'onDepositReleased',
    summary: 'The money of a held deposit is available',
    description: 'Once, when a person has cleared it. A wallet raises `wallet.funded` as well.',
    schema: ref('DepositEventData'),
    data: releasedDepositEvent,
  },
  'rules.published': {
    operationId: 'onRulesPublished',
    summary: 'A version of the rules was published',
    description:
      'By whom, and from when on it decides on payments. `GET /v1/rules?version=` has what it says, the audit log what it changed.',
    schema: ref('PublishedRules'),
    data: publishedRulesEvent,
  },
  'webhook_endpoint.disabled': {
    operationId: 'onWebhookEndpointDisabled',
    summary: 'A webhook endpoint was disabled, because its deliveries fail',
    description:
      'Its deliveries failed for five days, or it returned 410. Sent to the other endpoints; `GET /v1/events` has what it misses. Not sent when a request disables an endpoint.',
    schema: ref('DisabledWebhookEndpoint'),
    data: disabledEndpoint,
  },
  'webhook.test': {
    operationId: 'onWebhookTest',
    summary: 'You requested a test event',
    description: 'Sent by `POST /v1/webhook_endpoints/{id}/test`, whatever types the endpoint takes.',
    schema: ref('TestMessage'),
    data: { endpoint_id: EXAMPLE.endpoint, message: 'This is a test event.' },
  },
};

/** Each event with its envelope, and what its `data` is where that is no resource. */
export const eventSchemas: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(
    Object.entries(WEBHOOK_EVENTS).map(([type, { summary, schema }]) => [
      eventSchemaName(type),
      resource<WebhookEvent>(`${summary}.`, {
        ...envelopeProperties,
        type: constant(type),
        data: schema,
      }),
    ]),
  ),

  ActiveWallet: resource<ActiveWallet>('A wallet as it was right after the event.', activeWalletProperties),

  FundedWallet: resource<WalletFunded['data']>(
    'A wallet as it was right after an inbound transfer, with the transfer.',
    {
      ...activeWalletProperties,
      amount: amount('What was received.', '500.00'),
      currency,
      from: { type: 'string', description: 'The address that sent it.' },
      txHash: { type: 'string', description: 'Hash of the transaction.' },
    },
  ),

  LimitedWallet: resource<SpendLimitReached['data']>(
    'A wallet whose spend limit is reached, with the payment that waits.',
    {
      ...activeWalletProperties,
      approval_id: id('apr', 'the approval that the payment waits for'),
      payment_id: id('pay', 'the payment that waits'),
      amount: amount('The amount of the payment.'),
      currency,
    },
  ),

  LowTreasuryBalance: resource<LowBalance['data']>(
    'The balance of the treasury right after the event, with the threshold.',
    {
      ...treasuryBalanceProperties,
      scope: known(['total', ...CHAIN_NAMES], 'Which threshold: of all chains together, or of one.'),
      threshold: amount('The threshold.', '5000000.00'),
      balance: amount('The balance that fell below it.', '3000000.00'),
    },
  ),

  SanctionsMatch: resource<SanctionsMatch>('The match.', {
    ref: id('cpl', 'the result by which it was cleared'),
    address: { type: 'string', description: 'The address.', examples: [EXAMPLE.recipient] },
    source: { type: 'string', description: 'The list.' },
    version: { type: 'string', description: 'Its publication date and hash.' },
    matched: { type: 'string', description: 'The entry, as the list names it.' },
    found_at: time('When it was found.'),
  }),

  PublishedRules: resource<PublishedRules>('A version of the rules that was published.', {
    version: { type: 'integer', minimum: 1, description: 'Its number.', examples: [3] },
    in_force_from: time('When it comes into force, or came.'),
    draft_id: id('rdr', 'the draft that it was'),
    agreement: known(
      RULES_AGREEMENTS,
      'Why it could be published: another person agreed, it waits 24 hours instead, or the sandbox needs neither.',
    ),
    drafted_by: nullable(actorId('made the draft, or changed it last')),
    agreed_by: nullable(actorId('agreed to it')),
    published_by: nullable(actorId('published it')),
  }),

  DisabledWebhookEndpoint: resource<EndpointDisabledMessage['data']>(
    'A webhook endpoint as it was right after its deliveries disabled it.',
    disabledEndpointProperties,
  ),

  TestMessage: resource<TestEvent['data']>('About the endpoint.', {
    endpoint_id: id('whe', 'the endpoint'),
    message: { type: 'string', description: 'A sentence.' },
  }),
};
