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

const code = knownWords<ApiErrorCode>('What went wrong. More codes may be added: fall back to the HTTP status.', {
  invalid_request: 'Something is missing or malformed; `param` names it, `message` says what is accepted.',
  unauthorized: 'The API key is missing, unknown, expired, revoked or not to be used from this address.',
  insufficient_balance: 'No single chain holds enough for the payment.',
  compliance_blocked: 'Screening blocked it.',
  plan_required: 'Your plan does not include this.',
  insufficient_scope: 'The API key lacks the scope.',
  not_found: 'There is no such thing, or it belongs to another account or the other mode.',
  idempotency_conflict: 'The idempotency key was used with other parameters.',
  invalid_state: 'It is too late for this.',
  chain_unavailable:
    'The chain cannot be used now, and the payment has ended: pay anew with `chain: "auto"` and a new idempotency key.',
  rate_limited: 'Too many requests. Retry after the seconds in `Retry-After`.',
  internal_error: 'It went wrong on our side. Retry after a short delay, with the same idempotency key.',
});

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
  plan_required: { message: 'compliance: skip takes the Enterprise plan.', param: 'compliance' },
  insufficient_scope: { message: 'This API key does not have the scope.' },
  not_found: { message: 'There is no such payment.' },
  idempotency_conflict: {
    message: 'This idempotency key was used with other parameters: use a new key for a new request.',
    param: 'idempotency_key',
  },
  invalid_state: { message: 'The payment is settled, so it cannot be canceled any more.' },
  chain_unavailable: {
    message: 'The selected chain is temporarily unavailable: base (no answer). Retry with chain "auto".',
    payment_id: EXAMPLE.payment,
  },
  rate_limited: { message: 'Too many requests: slow down, and send this one again later.' },
  internal_error: { message: 'Something went wrong on our side: please try again.' },
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
  message: { type: 'string', description: 'The same in a sentence, for people. Its wording may change.' },
  param: { type: 'string', description: 'The field at fault, as a path.', examples: ['amount', 'checks[1]'] },
  payment_id: { type: 'string', description: 'The payment that was refused: it exists, as `failed`.' },
  request_id: { type: 'string', description: 'The same as the header `svc-request-id`.', examples: [EXAMPLE.request] },
  retryable: {
    type: 'boolean',
    description:
      'Whether sending the same request again, with the same idempotency key, can end differently. Never where `payment_id` names a payment that has ended.',
  },
};

export const errorSchemas: Readonly<Record<string, Schema>> = {
  ApiError: {
    type: 'object',
    description: 'Why a request was refused. `param` and `payment_id` are there when they say something.',
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
