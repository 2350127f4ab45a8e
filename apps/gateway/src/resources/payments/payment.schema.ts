import {
  PAYMENT_ERROR_CODES,
  type Payment,
  type PaymentErrorCode,
  type PaymentStage,
  type PaymentStatus,
  type Simulation,
  type SimulationCandidate,
} from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { known, knownWords, listOf, nullable, pageSchema, ref, resource } from '../../openapi/schema';
import { address, amount, chain, currency, id, livemode, metadata, time } from '../../openapi/values';
import { path } from '../../openapi/parameters';

export const settledPayment: Payment = {
  id: EXAMPLE.payment,
  status: 'settled',
  stage: 'done',
  txHash: EXAMPLE.txHash,
  to: EXAMPLE.recipient,
  from: null,
  amount: '250.00',
  currency: 'USDC',
  chain: 'base',
  memo: 'Invoice 1042',
  compliance_ref: EXAMPLE.screening,
  approval_id: null,
  error_code: null,
  error_message: null,
  idempotency_key: 'order-1042',
  livemode: false,
  explorer_url: null,
  created_at: EXAMPLE.createdAt,
  settled_at: EXAMPLE.settledAt,
  settlement_ms: 42,
  recovered: false,
  metadata: {},
};

export const pendingPayment: Payment = {
  ...settledPayment,
  status: 'pending',
  stage: 'confirming',
  settled_at: null,
  settlement_ms: null,
};

export const waitingPayment: Payment = {
  ...pendingPayment,
  stage: 'awaiting_approval',
  from: EXAMPLE.wallet,
  txHash: null,
  chain: null,
  approval_id: EXAMPLE.approval,
};

export const heldPayment: Payment = { ...pendingPayment, stage: 'held', txHash: null, chain: null };

export const failedPayment: Payment = {
  ...settledPayment,
  status: 'failed',
  error_code: 'transaction_reverted',
  error_message: 'The transfer was reverted on chain; no money moved.',
  settled_at: null,
  settlement_ms: null,
};

export const blockedPayment: Payment = {
  ...failedPayment,
  txHash: null,
  chain: null,
  error_code: 'compliance_blocked',
  error_message: 'The recipient failed screening, the payment was not executed: The address is on the sanctions list.',
};

export const canceledPayment: Payment = {
  ...waitingPayment,
  status: 'failed',
  stage: 'done',
  error_code: 'canceled',
  error_message: 'The payment was canceled.',
};

const errorCode = knownWords<PaymentErrorCode>('Why the payment failed.', {
  insufficient_balance: 'No single chain held enough.',
  insufficient_gas: 'The transaction fee could not be paid. The funds are available again.',
  compliance_blocked: 'Screening blocked the recipient. Nothing was executed.',
  rule_denied: 'A rule of the account denies it. Nothing was executed.',
  chain_unavailable: 'The chain, or with `auto` every chain, was down. Nothing was executed.',
  recipient_blocklisted: 'The token contract refuses transfers to the recipient.',
  transaction_reverted: 'The chain rejected the transaction permanently. The funds are available again.',
  transaction_expired:
    'The transaction was not included while it was valid, and never will be. The funds are available again.',
  spend_limit_onchain:
    "The chain refused it: it exceeds the wallet's spend limit there. The funds are available again.",
  wallet_policy_changed:
    "The chain refused it: the wallet's owners have changed who may pay what. The funds are available again.",
  wallet_blocklisted: "The token's issuer has blocked the wallet that pays. No money has moved.",
  approval_rejected: 'An approver rejected it.',
  approval_expired: 'Nobody approved it in time.',
  canceled: 'You canceled it.',
  idempotency_conflict:
    'The chain shows another transfer with this idempotency key, made before the record of it was lost. Nothing was paid.',
  internal_error: 'The service could not execute it. No money moved.',
});

export const paymentId = path('id', 'Id of the payment.', 'pay', EXAMPLE.payment);

export const noSuchPayment = { message: 'There is no such payment.' };

export const orders = {
  treasury: {
    summary: 'From the treasury, on the best chain',
    value: { to: EXAMPLE.recipient, amount: '250.00', memo: 'Invoice 1042', idempotency_key: 'order-1042' },
  },
  solana: {
    summary: 'EURC on Solana',
    value: { to: EXAMPLE.solanaRecipient, amount: '12.5', currency: 'EURC', chain: 'solana' },
  },
  wallet: { summary: 'From a wallet', value: { to: EXAMPLE.recipient, amount: '75.00', from: EXAMPLE.wallet } },
  screened: {
    summary: 'With an earlier screening',
    value: { to: EXAMPLE.recipient, amount: '250.00', compliance_ref: EXAMPLE.screening },
  },
};

export const paymentSchemas: Readonly<Record<string, Schema>> = {
  Payment: resource<Payment>(
    'A payment. It stays `settled` or `failed` once it is.',
    {
      id: id('pay', 'the payment'),
      status: knownWords<PaymentStatus>('The outcome.', {
        pending: 'Not decided yet.',
        settled: 'Confirmed on chain.',
        failed: 'Ended without a transfer; `error_code` says why.',
      }),
      stage: knownWords<PaymentStage>('What a pending payment waits for. More stages may be added.', {
        screening: 'The recipient is screened; with a `compliance_ref`, a person reviews the result.',
        awaiting_approval: 'People have to approve it: `approval_id` waits for a decision.',
        reserving: 'Funds are set aside.',
        waiting:
          'Funds are reserved. The payment waits until the chains show whether it was already made, or the sanctions list is up to date. It continues automatically.',
        held: 'Restored from a backup, and not confirmed yet. It continues when its idempotency key is sent again, or an operator resumes it.',
        queued: 'Authorized for the chain, not sent yet. It cannot be canceled from here on.',
        broadcast: 'Sent to the chain.',
        confirming: 'Seen on chain, not confirmed yet.',
        done: 'The payment has ended.',
      }),
      txHash: nullable({
        type: 'string',
        description: 'Hash of the on-chain transaction.',
        examples: [EXAMPLE.txHash],
      }),
      to: { ...address, description: 'The recipient. EVM addresses have their EIP-55 checksum.' },
      from: nullable(id('wal', 'the wallet that pays; `null`: the treasury does')),
      amount: amount('In the currency of the payment.'),
      currency,
      chain: nullable({ ...chain, description: 'The chain that is used; `null` until it is chosen.' }),
      memo: nullable({ type: 'string', maxLength: 64, description: 'Attached to the transaction.' }),
      compliance_ref: nullable(id('cpl', 'the screening that counts; `null` while there is none, or when skipped')),
      approval_id: nullable(id('apr', 'the approval that the payment waited for')),
      error_code: nullable(errorCode),
      error_message: nullable({ type: 'string', description: 'The same in a sentence.' }),
      idempotency_key: nullable({ type: 'string', description: 'The key that the payment was created with.' }),
      livemode,
      explorer_url: nullable({
        type: 'string',
        format: 'uri',
        description: 'The transaction in a block explorer; `null` in the sandbox.',
      }),
      created_at: time('When the payment was created.'),
      settled_at: nullable(time('Time of the block with the transfer, never later than when the service saw it.')),
      settlement_ms: nullable({
        type: 'integer',
        minimum: 0,
        description: 'From creation to settlement, in milliseconds.',
      }),
      recovered: {
        type: 'boolean',
        description:
          'After a restore: the transfer was already on chain, and `txHash` is its hash. If you have counted this hash with a payment of another id, do not count it again.',
      },
      metadata,
    },
    [settledPayment, failedPayment],
  ),

  PaymentList: pageSchema('Payment', 'payments'),

  Simulation: resource<Simulation>('What a payment would do now. It reserves nothing and guarantees nothing.', {
    candidates: listOf(ref('SimulationCandidate'), 'Every chain, those that can be used first and in order.'),
    chosen: nullable({ ...chain, description: 'The chain that would be used; `null`: the payment would fail.' }),
    rules: nullable(ref('RulesExplained', 'What the rules of the account say; `null`: none are in force.')),
  }),

  SimulationCandidate: resource<SimulationCandidate>('One chain, with its verdict for this payment.', {
    chain,
    verdict: known(['ok', ...PAYMENT_ERROR_CODES], '`ok`, or the error code that the payment would fail with.'),
    reason: { type: 'string', description: 'The verdict in a sentence.' },
    fee: amount('Estimated cost, in the currency of the payment.', '0.00'),
    settlement_ms: { type: 'integer', minimum: 0, description: 'Estimated time to settlement, in milliseconds.' },
    balance: amount('The available balance on this chain.', '1000000.00'),
  }),

  Timeline: resource<{ data: unknown }>('The history of a payment, in words.', {
    data: listOf(ref('TimelineEntry'), 'The oldest entry first.'),
  }),

  TimelineEntry: {
    type: 'object',
    description: 'Something that happened to a payment. Further keys depend on `type`.',
    properties: {
      type: { type: 'string', description: 'What happened; more types may be added.', examples: ['authorized'] },
      at: time('When it happened.'),
      text: { type: 'string', description: 'What happened, in a sentence.' },
    },
    required: ['type', 'at', 'text'],
    additionalProperties: true,
  },
};
