interface ErrorKind {
  /** HTTP status (API contract, Errors; API decisions for what is not shown there). */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
}

/** Every error that the API answers with. */
export const API_ERRORS = {
  invalid_request: { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  insufficient_balance: { status: 402, retryable: false },
  compliance_blocked: { status: 403, retryable: false },
  plan_required: { status: 403, retryable: false },
  insufficient_scope: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  idempotency_conflict: { status: 409, retryable: false },
  invalid_state: { status: 409, retryable: false },
  chain_unavailable: { status: 422, retryable: true },
  rate_limited: { status: 429, retryable: true },
  internal_error: { status: 500, retryable: true },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** The JSON body of an error response. Keys without a value are left out. */
export interface ApiErrorBody {
  readonly code: ApiErrorCode;
  readonly message: string;
  readonly param?: string;
  readonly payment_id?: string;
  readonly request_id: string;
  readonly retryable: boolean;
}

export interface ApiErrorDetails {
  /** The field of the request that is at fault, as a path: `to`, `checks[1]`. */
  readonly param?: string;
  /** The payment that was refused, and is kept as failed. */
  readonly paymentId?: string;
  /** When the same request may be sent again, in seconds: answered as the header `Retry-After`. */
  readonly retryAfterS?: number;
  /** What went wrong underneath: logged, never answered. */
  readonly cause?: unknown;
}

/**
 * A refusal that the client is told of.
 *
 * @example throw new ApiError('invalid_request', 'amount must be a decimal string', { param: 'amount' })
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly param: string | undefined;
  readonly paymentId: string | undefined;
  readonly retryAfterS: number | undefined;

  constructor(
    readonly code: ApiErrorCode,
    message: string,
    { param, paymentId, retryAfterS, cause }: ApiErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.param = param;
    this.paymentId = paymentId;
    this.retryAfterS = retryAfterS;
  }

  get status(): number {
    return API_ERRORS[this.code].status;
  }

  get retryable(): boolean {
    return API_ERRORS[this.code].retryable;
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

/** Whether a text, such as a refusal's code, is one of the API's error codes. */
export function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(API_ERRORS, code);
}
