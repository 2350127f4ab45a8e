import { API_ERRORS, type ApiErrorBody, type ApiErrorCode } from '@stablecoin/contracts';
import { EXAMPLE } from '../http/examples';
import type { Schema } from '../http/json-schema';
import { knownWords } from './schema';

/** What an example of an error says beside what its code says already. */
export interface ErrorExample {
  readonly message: string;
  readonly param?: string;
  readonly payment_id?: string;
}

/** When each error is sent, and what the client does about it. */
export const ERROR_MEANINGS: Readonly<Record<ApiErrorCode, string>> = {
  invalid_request:
    'A field is missing, malformed or unknown. `param` names it, `message` says what is accepted. Nothing was stored.',
  unauthorized:
    'The API key is missing, unknown, expired or revoked, or its allow-list excludes the address of the request.',
  insufficient_balance:
    'No single chain holds enough for the payment. Fund the treasury or the wallet, then pay with a new idempotency key.',
  compliance_blocked:
    'Screening blocked the recipient of the payment or the owner of the wallet. Nothing was executed.',
  rule_denied:
    'A rule of the account denies the payment. `message` names it. Pay otherwise, or publish other rules, with a new idempotency key.',
  plan_required: 'The plan of the API key does not include this. Use a key of the Enterprise plan.',
  insufficient_scope: 'The API key lacks the scope, is bound to other wallets, or a policy requires another person.',
  not_found: 'The object does not exist, or belongs to another account or the other mode.',
  idempotency_conflict: 'The idempotency key was used with other parameters. Use a new key for a new request.',
  possible_duplicate:
    'An earlier payment has the same recipient, amount, currency and payer: `payment_id` names it. Read that payment; for a second one set `confirm_distinct` to true. Nothing was stored.',
  invalid_state: "The object's current state, or a limit of the account, does not allow this. Read `message`.",
  chain_unavailable:
    'The chain cannot be used now. With a `payment_id` the payment has failed: pay again with `chain: "auto"` and a new ' +
    'idempotency key. Without one, nothing was stored and the chain is not configured for this request.',
  rate_limited: 'Too many requests. Retry after the seconds in `Retry-After`. Nothing was stored.',
  internal_error:
    'The service failed or timed out, and the request may have been executed. Retry with the same idempotency key.',
};

const code = knownWords<ApiErrorCode>(
  'The error, for programs. More codes may be added: fall back to the HTTP status.',
  ERROR_MEANINGS,
);

/** The example of an error where an operation has no better one. */
export const ERROR_EXAMPLES: Readonly<Record<ApiErrorCode, ErrorExample>> = {
  invalid_request: { message: 'chian is not a parameter of this request.', param: 'chian' },
  unauthorized: { message: 'This API key does not exist.' },
  insufficient_balance: {
    message: 'The treasury has no 250.00 USDC available on one chain: base has 99.50, ethereum has 12.00.',
    payment_id: EXAMPLE.payment,
  },
  compliance_blocked: {
    message: 'The recipient failed screening, the payment was not executed: The address is on the sanctions list.',
    payment_id: EXAMPLE.payment,
  },
  rule_denied: {
    message: 'The rule limit-usdc of version 3 limits a payment to 50000.00 USDC. Nothing was paid.',
    payment_id: EXAMPLE.payment,
  },
  plan_required: { message: 'compliance: skip takes the Enterprise plan.', param: 'compliance' },
  insufficient_scope: { message: 'This API key does not have the scope.' },
  not_found: { message: 'There is no such payment.' },
  idempotency_conflict: {
    message: 'This idempotency key was used with other parameters: use a new key for a new request.',
    param: 'idempotency_key',
  },
  possible_duplicate: {
    message:
      `${EXAMPLE.payment}, ordered 3 minutes ago, pays the same amount to the same recipient from the same payer, and is ` +
      'pending. If this order repeats it, read that payment. If a second payment is meant, set confirm_distinct to true.',
    payment_id: EXAMPLE.payment,
  },
  invalid_state: { message: 'The payment is settled, so it cannot be canceled any more.' },
  chain_unavailable: {
    message: 'The selected chain is temporarily unavailable: base (no answer). Retry with chain "auto".',
    payment_id: EXAMPLE.payment,
  },
  rate_limited: { message: 'Too many requests: slow down, and send this one again later.' },
  internal_error: { message: 'The service failed. Send the request again with the same idempotency key.' },
};

/** The body of an error. */
export function errorBody(errorCode: ApiErrorCode, example: ErrorExample = ERROR_EXAMPLES[errorCode]): ApiErrorBody {
  return {
    code: errorCode,
    message: example.message,
    ...(example.param === undefined ? {} : { param: example.param }),
    ...(example.payment_id === undefined ? {} : { payment_id: example.payment_id }),
    request_id: EXAMPLE.request,
    retryable: API_ERRORS[errorCode].retryable,
  };
}

/** Held equal to the body's keys by its type. */
const properties: { readonly [Key in keyof ApiErrorBody]-?: Schema } = {
  code,
  message: { type: 'string', description: 'The error in a sentence, for people. Its wording may change.' },
  param: { type: 'string', description: 'The field at fault, as a path.', examples: ['amount', 'checks[1]'] },
  payment_id: {
    type: 'string',
    description:
      'The payment that was refused: it exists, as `failed`. With `possible_duplicate` it is the earlier payment.',
  },
  request_id: { type: 'string', description: 'The same as the header `svc-request-id`.', examples: [EXAMPLE.request] },
  retryable: {
    type: 'boolean',
    description:
      'Whether repeating the request with the same idempotency key can succeed. Always `false` with a `payment_id`.',
  },
};

export const errorSchemas: Readonly<Record<string, Schema>> = {
  ApiError: {
    type: 'object',
    description: 'Why a request was refused. `param` and `payment_id` are present where they apply.',
    properties,
    required: ['code', 'message', 'request_id', 'retryable'],
  },

  EntryError: {
    type: 'object',
    description: 'Why one entry of many was refused.',
    properties: { code, message: properties.message, retryable: properties.retryable },
    required: ['code', 'message', 'retryable'],
  },
};
