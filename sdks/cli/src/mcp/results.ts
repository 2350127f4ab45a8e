import type { Payment } from 'stablecoin-payments';
import { told } from '../failure.js';

/** What a tool answers with. */
export interface ToolResult {
  [key: string]: unknown;
  readonly content: { type: 'text'; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

/** A result in words, and as it is. */
export function answer(words: string, value: object): ToolResult {
  return { content: [{ type: 'text', text: words }], structuredContent: { ...value } };
}

/** What to do about an error, for somebody who cannot use a command line. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthorized: 'Stop, and tell the person who runs you that the API key is not accepted.',
  insufficient_scope:
    'This key may not do it, and no other tool can. To pay with a key that is bound to wallets, name one of them in `from`: list_wallets shows them.',
  not_found: 'It does not exist for this key: a bound key sees only its own wallets and what concerns them.',
  insufficient_balance: 'Nothing was paid. get_wallet shows what there is.',
  rule_denied:
    'Nothing was paid. A rule of the account denies it: tell the person who runs you, and do not split the payment.',
  compliance_blocked: 'Nothing was paid. Do not pay this recipient.',
  possible_duplicate:
    'Nothing new was paid. Call get_payment with the id above: if that is the payment that you mean, you are done. Set confirm_distinct only if a person asked for two payments.',
  idempotency_conflict: 'This key named another payment before. Use a new idempotency_key for a new payment.',
  invalid_request: 'Correct the field, and use the same idempotency_key.',
  invalid_state: 'It is too late for this. get_payment shows how things are.',
  chain_unavailable: 'Nothing was paid. simulate_payment shows which chains work.',
  connection_failed:
    'It is not known whether it was carried out. Call the tool again with the same arguments: the same idempotency_key never pays twice.',
};
const RETRYABLE = 'Call the tool again with the same arguments: the same idempotency_key never pays twice.';

/**
 * An error as an agent can act on it.
 *
 * @throws what was given, when it is a defect of this program
 */
export function failure(error: unknown): ToolResult {
  const { message, details } = told(error);
  const code = typeof details['code'] === 'string' ? details['code'] : 'failed';
  const isRetryable = (error as { readonly retryable?: unknown }).retryable === true;
  const advice = ADVICE[code] ?? (isRetryable ? RETRYABLE : undefined);
  const shown = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}${advice === undefined ? '' : ` ${advice}`}` }],
    structuredContent: { error: { ...shown, code, message } },
  };
}

/** What has become of a payment, and what to do next. */
export function inWords(payment: Payment): string {
  const { id, status, stage, amount, currency, to, chain, approval_id: approval } = payment;
  const what = `${amount} ${currency} to ${to}`;
  if (status === 'settled')
    return `${id} is settled: ${what} was paid on ${chain ?? 'chain'}. Nothing more is to be done.`;
  if (status === 'failed') {
    const why = payment.error_message ?? payment.error_code ?? 'it failed';
    return `${id} has failed, nothing was paid: ${why} To try again, use a new idempotency_key.`;
  }
  if (stage === 'awaiting_approval') {
    return `${id} is not paid: ${what} is above the wallet's limit and waits for the approval ${approval ?? ''}. A person has to approve it; you cannot. Tell them the id of the approval, and look at the outcome with get_payment. Do not pay the amount in parts.`;
  }
  if (stage === 'screening') {
    return `${id} is not paid yet: its recipient is being screened, which may take a person's decision. Look at the outcome with get_payment.`;
  }
  return `${id} is on its way (${stage}): ${what}. Look at the outcome with get_payment, and do not pay again.`;
}
