import { ServiceError } from './errors';

interface ErrorKind {
  /** HTTP status (API contract, Errors; API decisions for the others). */
  readonly status: number;
  /** Whether the same request, sent again, can succeed. */
  readonly retryable: boolean;
}

/** Every error code of the API. */
export const API_ERRORS = {
  invalid_request: { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  insufficient_balance: { status: 402, retryable: false },
  compliance_blocked: { status: 403, retryable: false },
  rule_denied: { status: 403, retryable: false },
  plan_required: { status: 403, retryable: false },
  insufficient_scope: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  idempotency_conflict: { status: 409, retryable: false },
  possible_duplicate: { status: 409, retryable: false },
  invalid_state: { status: 409, retryable: false },
  chain_unavailable: { status: 422, retryable: false },
  rate_limited: { status: 429, retryable: true },
  internal_error: { status: 500, retryable: true },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** The JSON body of an error response. Keys without a value are omitted. */
export interface ApiErrorBody {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly param?: string;
  readonly payment_id?: string;
  readonly request_id: string;
  readonly retryable: boolean;
}

export interface ApiErrorDetails {
  /** The invalid field of the request, as a path: `to`, `checks[1]`. */
  readonly param?: string;
  /** The refused payment, which is stored as failed; of `possible_duplicate` the earlier one. */
  readonly paymentId?: string;
  /** `false`: a retry cannot succeed here, although it can for other errors with this code. */
  readonly retryable?: false;
  /** This is the stored answer of an earlier request with the same idempotency key. */
  readonly replayed?: boolean;
  /** Header `Retry-After`, in seconds. */
  readonly retryAfterS?: number;
  /** The cause: logged, and never sent to the client. */
  readonly cause?: unknown;
}

/**
 * An error that the API answers with.
 *
 * @example throw new ApiError('invalid_request', 'amount must be a decimal string', { param: 'amount' })
 */
export class ApiError extends ServiceError {
  readonly retry = 'bounded';
  readonly param: string | undefined;
  readonly paymentId: string | undefined;
  readonly retryable: boolean;
  readonly replayed: boolean;
  readonly retryAfterS: number | undefined;

  constructor(
    readonly code: ApiErrorCode,
    message: string,
    { param, paymentId, retryable, replayed = false, retryAfterS, cause }: ApiErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.param = param;
    this.paymentId = paymentId;
    this.retryable = retryable ?? API_ERRORS[code].retryable;
    this.replayed = replayed;
    this.retryAfterS = retryAfterS;
  }

  get status(): number {
    return API_ERRORS[this.code].status;
  }

  /** The body of the response. */
  body(requestId: string): ApiErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.param === undefined ? {} : { param: this.param }),
      ...(this.paymentId === undefined ? {} : { payment_id: this.paymentId }),
      request_id: requestId,
      retryable: this.retryable,
    };
  }
}

/** Whether a text is an error code of the API. */
export function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code);
}
