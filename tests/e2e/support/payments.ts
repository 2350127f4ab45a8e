import type { Payment } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';
import type { Api, ApiResponse } from './api';

/** Recipients that nothing is known against. */
export const EVM_RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
export const SOLANA_RECIPIENT = 'So11111111111111111111111111111111111111112';

/** Recipients that the sandbox's screening has something to say about, as the API spells them. */
export const SANCTIONED = '0x000000000000000000000000000000000000d001';
export const REVIEWED = '0x000000000000000000000000000000000000d005';
export const NEVER_SCREENED = '0x000000000000000000000000000000000000D007';

export const EVM_HASH: unknown = expect.stringMatching(/^0x[0-9a-f]{64}$/);
export const SOLANA_HASH: unknown = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/);
export const TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** What a body has to be: a value or a matcher for every field of a payment. */
export type ExpectedPayment = Readonly<Record<keyof Payment, unknown>>;
export type PaymentFields = Partial<ExpectedPayment>;

/** An id of the API, by its prefix. */
export function idOf(
  prefix:
    | 'pay'
    | 'wal'
    | 'cpl'
    | 'apr'
    | 'evt'
    | 'whe'
    | 'whd'
    | 'req'
    | 'key'
    | 'att'
    | 'aud'
    | 'dep'
    | 'ses'
    | 'usr'
    | 'rdr',
): unknown {
  return expect.stringMatching(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`));
}

/** The whole body of a payment that has not ended; what a test says nothing of is unknown, so null. */
export function pendingPayment(fields: PaymentFields = {}): ExpectedPayment {
  return {
    id: idOf('pay'),
    status: 'pending',
    stage: 'screening',
    txHash: null,
    to: EVM_RECIPIENT,
    from: null,
    amount: expect.any(String),
    currency: 'USDC',
    chain: null,
    memo: null,
    compliance_ref: null,
    approval_id: null,
    error_code: null,
    error_message: null,
    idempotency_key: null,
    livemode: false,
    explorer_url: null,
    created_at: TIME,
    settled_at: null,
    settlement_ms: null,
    recovered: false,
    metadata: {},
    ...fields,
  };
}

/** The whole body of a payment that is settled, by default on Base. */
export function settledPayment(fields: PaymentFields = {}): ExpectedPayment {
  return pendingPayment({
    status: 'settled',
    stage: 'done',
    txHash: EVM_HASH,
    chain: 'base',
    compliance_ref: idOf('cpl'),
    settled_at: TIME,
    settlement_ms: expect.any(Number),
    ...fields,
  });
}

/** The whole body of a payment that has failed before it was authorized for a chain. */
export function failedPayment(code: string, fields: PaymentFields = {}): ExpectedPayment {
  return pendingPayment({
    status: 'failed',
    stage: 'done',
    error_code: code,
    error_message: expect.stringMatching(/./),
    ...fields,
  });
}

/** The whole body of an error. */
export function errorBody(
  code: string,
  fields: {
    readonly param?: string;
    readonly payment_id?: unknown;
    readonly message?: unknown;
    readonly retryable?: boolean;
  } = {},
): Readonly<Record<string, unknown>> {
  return {
    code,
    message: expect.stringMatching(/./),
    request_id: idOf('req'),
    retryable: ['rate_limited', 'internal_error'].includes(code),
    ...fields,
  };
}

/** Status and whole body of an error, and that it can be told to support. */
export function expectError(
  response: ApiResponse,
  status: number,
  code: string,
  fields: Parameters<typeof errorBody>[1] = {},
): void {
  expect({ status: response.status, body: response.body }).toEqual({ status, body: errorBody(code, fields) });
  expect(response.headers.get('svc-request-id')).toBe(response.body['request_id']);
}

/** The id of a payment, in the answer that made it or refused it. */
export function paymentIdOf({ body }: ApiResponse): string {
  return String(body['payment_id'] ?? body['id']);
}

/** Longer than a payment waits for a screening provider that stays down. */
const ENDED_WITHIN_MS = 90_000;

/** Reads a payment until it has ended. */
export function untilEnded(api: Pick<Api, 'get'>, id: string): Promise<ApiResponse> {
  return eventually(
    async () => {
      const response = await api.get(`/payments/${id}`);
      if (response.body['status'] === 'pending') throw new Error(`still pending: ${response.text}`);
      return response;
    },
    { withinMs: ENDED_WITHIN_MS },
  );
}

/** The on-chain id of a payment with an idempotency key. */
export async function onchainIdOf(api: Api, id: string): Promise<string> {
  const { body } = await api.get(`/payments/${id}/timeline`);
  const [initiated] = body['data'] as readonly Readonly<Record<string, unknown>>[];
  return String(initiated?.['onchain_id']);
}

/** A new wallet, with what the faucet gives it. */
export async function fundedWallet(
  api: Api,
  { usdc, eurc, ...input }: { usdc?: string; eurc?: string; chain?: string; spend_limit?: string } = {},
): Promise<{ readonly id: string; readonly address: string }> {
  const { chain = 'base' } = input;
  const { body: wallet } = await api.post('/wallets', { owner: 'agent:payer', ...input, chain });
  const id = String(wallet['id']);
  const grants = Object.entries({ USDC: usdc, EURC: eurc }).filter(([, amount]) => amount !== undefined);
  for (const [currency, amount] of grants) {
    const { status, text } = await api.post('/sandbox/faucet', { chain, currency, amount, wallet: id });
    if (status !== 200) throw new Error(`the faucet answered ${status}: ${text}`);
  }
  return { id, address: String(wallet['address']) };
}

/** Each is screened by itself, so that what becomes of one review touches no other. */
const COUNTRIES = ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FI', 'FR', 'IE', 'IT', 'LU', 'NL', 'NO', 'PL', 'PT', 'SE'];
let countriesTaken = 0;

/** A payment that waits for a review of its own: one that a deployment has decided in an earlier run is passed over. */
export async function paymentInReview(api: Api, order: { readonly amount: string; readonly to?: string }) {
  for (;;) {
    const country_code = COUNTRIES[countriesTaken++];
    if (country_code === undefined) throw new Error('every country has a decided review already');
    const created = await api.post('/payments', { to: REVIEWED, ...order, country_code });
    if (created.body['status'] === 'pending') return { created, ref: String(created.body['compliance_ref']) };
  }
}
