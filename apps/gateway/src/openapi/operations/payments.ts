import { CancelPaymentBody } from '../../resources/payments/cancel-payment';
import { CreatePaymentBody } from '../../resources/payments/create-payment';
import { GetTimelineQuery } from '../../resources/payments/get-payment-timeline';
import { ListPaymentsQuery, PAYMENT_TABLE } from '../../resources/payments/list-payments';
import { EXAMPLE } from '../../http/examples';
import { path } from '../parameters';
import { canceledPayment, failedPayment, pendingPayment, settledPayment, waitingPayment } from '../schemas/payment';
import { csvExample, pageExample, type Endpoint } from './endpoint';

const tag = 'Payments';
const paymentId = path('id', 'Id of the payment.', EXAMPLE.payment);
const noSuchPayment = { message: 'There is no such payment.' };

const orders = {
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

const createPayment: Endpoint = {
  method: 'post',
  path: '/payments',
  operationId: 'createPayment',
  tag,
  summary: 'Create and execute a payment',
  description: [
    'Screens the recipient, chooses the chain, reserves the funds, sends the transfer, and waits for the outcome: 201',
    'when the payment has ended, 202 when it has not by the end of the wait (or at once when a person has to decide).',
    'Read a pending payment with `GET /v1/payments/{id}`, or use webhooks.',
    '',
    'A payment that is refused for its balance, its screening or its chain is answered with that error; it exists all',
    'the same, as `failed`, and `payment_id` names it. Any other failure is an answer 201 with `status: "failed"`.',
    'A repeated request with the idempotency key of a refused payment is answered with the same refusal.',
    '',
    'Always send an idempotency key, so that you can send the request again when no answer arrives.',
  ].join('\n'),
  scope: 'payments:write',
  limit: 'payments',
  parameters: ['Prefer'],
  body: { type: CreatePaymentBody, examples: orders },
  answers: {
    200: {
      description:
        'The idempotency key was used before with the same parameters: the payment as it is now. A refused payment is answered with its refusal instead.',
      schema: 'Payment',
      headers: ['Preference-Applied'],
      examples: { settled: { summary: 'The original payment', value: settledPayment } },
    },
    201: {
      description: 'The payment has ended.',
      schema: 'Payment',
      headers: ['Preference-Applied'],
      examples: {
        settled: { summary: 'Settled', value: settledPayment },
        failed: { summary: 'Failed on chain', value: failedPayment },
      },
    },
    202: {
      description: 'The payment exists and is not decided yet.',
      schema: 'Payment',
      headers: ['Preference-Applied'],
      examples: {
        pending: { summary: 'Waits for its confirmation', value: pendingPayment },
        awaiting_approval: { summary: 'Waits for an approval', value: waitingPayment },
      },
    },
  },
  errors: {
    invalid_request: {
      message:
        'amount must be a decimal string greater than zero, with at most 15 digits and 6 decimals, such as "250.00".',
      param: 'amount',
    },
    insufficient_balance: true,
    compliance_blocked: true,
    plan_required: true,
    not_found: { message: 'There is no such wallet.', param: 'from' },
    chain_unavailable: true,
  },
};

export const paymentEndpoints: readonly Endpoint[] = [
  createPayment,
  {
    method: 'get',
    path: '/payments',
    operationId: 'listPayments',
    tag,
    summary: 'List payments',
    description: 'The newest first. A payment may take a second to appear.',
    scope: 'payments:read',
    limit: 'reads',
    query: { type: ListPaymentsQuery, of: 'pay' },
    answers: {
      200: {
        description: 'A page of payments.',
        schema: 'PaymentList',
        csv: csvExample(PAYMENT_TABLE, settledPayment),
        examples: pageExample(settledPayment),
      },
    },
    errors: { invalid_request: { message: 'limit must be a whole number from 1 to 100.', param: 'limit' } },
  },
  {
    method: 'get',
    path: '/payments/{id}',
    operationId: 'getPayment',
    tag,
    summary: 'Get a payment',
    description: 'The payment as it is now, never older than an answer that you have already had.',
    scope: 'payments:read',
    limit: 'reads',
    parameters: [paymentId],
    answers: {
      200: {
        description: 'The payment.',
        schema: 'Payment',
        examples: {
          settled: { summary: 'Settled', value: settledPayment },
          pending: { summary: 'Pending', value: pendingPayment },
        },
      },
    },
    errors: { not_found: noSuchPayment },
  },
  {
    method: 'post',
    path: '/payments/{id}/cancel',
    operationId: 'cancelPayment',
    tag,
    summary: 'Cancel a payment',
    description:
      'Possible until the payment is authorized for the chain, so while its `stage` is `screening`, ' +
      '`awaiting_approval`, `reserving`, `waiting` or `held`. Canceling it again is answered the same; a payment that went on, or has ended ' +
      'otherwise, is 409 `invalid_state`.',
    scope: 'payments:write',
    limit: 'other',
    parameters: [paymentId],
    body: { type: CancelPaymentBody, examples: { cancel: { summary: 'Cancel it', value: {} } } },
    answers: {
      200: {
        description: 'It is canceled.',
        schema: 'Payment',
        examples: { canceled: { summary: 'Canceled', value: canceledPayment } },
      },
    },
    errors: { not_found: noSuchPayment, invalid_state: true },
  },
  {
    method: 'post',
    path: '/payments/simulate',
    operationId: 'simulatePayment',
    tag,
    summary: 'Simulate a payment',
    description:
      'Says for every chain what would become of the payment now: fee, time, balance, verdict and reason. Takes what ' +
      '`POST /v1/payments` takes, and moves nothing. Nobody is screened. A replay says how things stand by then.',
    scope: 'payments:read',
    limit: 'other',
    body: { type: CreatePaymentBody, examples: orders },
    answers: {
      200: {
        description: 'Every chain, as it looks for this payment.',
        schema: 'Simulation',
        examples: {
          base: {
            summary: 'An EVM recipient',
            value: {
              candidates: [
                {
                  chain: 'base',
                  verdict: 'ok',
                  reason: 'The payment can be made on this chain.',
                  fee: '0.00',
                  settlement_ms: 2000,
                  balance: '1000000.00',
                },
                {
                  chain: 'ethereum',
                  verdict: 'insufficient_balance',
                  reason: 'The balance on this chain is too low.',
                  fee: '0.00',
                  settlement_ms: 12000,
                  balance: '10.00',
                },
                {
                  chain: 'solana',
                  verdict: 'chain_unavailable',
                  reason: 'The recipient has an address of another kind of chain.',
                  fee: '0.00',
                  settlement_ms: 400,
                  balance: '1000000.00',
                },
              ],
              chosen: 'base',
            },
          },
        },
      },
    },
    errors: {
      plan_required: true,
      not_found: { message: 'There is no such wallet.', param: 'from' },
      chain_unavailable: { message: 'No chain is configured for live mode.', param: 'chain' },
    },
  },
  {
    method: 'get',
    path: '/payments/{id}/timeline',
    operationId: 'getPaymentTimeline',
    tag,
    summary: 'Get the timeline of a payment',
    description:
      'Everything that happened to the payment, in words and with times, the oldest first: every chain that was considered ' +
      'and what became of it, every hash, and with `expand` the screening with its evidence and every attempt to deliver its events.',
    scope: 'payments:read',
    limit: 'reads',
    parameters: [paymentId],
    query: { type: GetTimelineQuery, of: 'pay' },
    answers: {
      200: {
        description: 'The timeline.',
        schema: 'Timeline',
        examples: {
          settled: {
            summary: 'The beginning of a timeline',
            value: {
              data: [
                {
                  type: 'initiated',
                  at: EXAMPLE.createdAt,
                  text: `A payment of 250.00 USDC to ${EXAMPLE.recipient} was requested.`,
                  chain: 'auto',
                  from: null,
                },
                {
                  type: 'screened',
                  at: EXAMPLE.createdAt,
                  text: 'Screening cleared the recipient.',
                  compliance_ref: EXAMPLE.screening,
                },
              ],
            },
          },
        },
      },
    },
    errors: { not_found: noSuchPayment },
  },
];
