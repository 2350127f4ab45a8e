/** What every error of this package is. */
export class StablecoinPaymentsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** An argument that cannot be right. No request was made. */
export class InvalidArgumentError extends StablecoinPaymentsError {}

/** The connection failed, also after the retries. Call again with the same idempotency key to find out what happened. */
export class ApiConnectionError extends StablecoinPaymentsError {
  readonly retryable = true;
}

/** No answer came within the timeout. */
export class ApiTimeoutError extends ApiConnectionError {}

/** `payments.wait` ran out of time. The payment is still on its way. */
export class WaitTimeoutError extends StablecoinPaymentsError {
  constructor(
    readonly paymentId: string,
    options?: ErrorOptions,
  ) {
    super(`The payment ${paymentId} had not ended in time. It goes on: wait again, or use webhooks.`, options);
  }
}

/** The parts of an error answer. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; undefined when it is no JSON. */
  readonly body: unknown;
  /** Undefined without `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
}

/** The service answered with an error. Each code has a class of its own; a code that this version does not know has this one. */
export class ApiError extends StablecoinPaymentsError {
  /** The HTTP status. */
  readonly status: number;
  /** Which error it is; undefined when the answer is not from the service itself. */
  readonly code: string | undefined;
  /** The field at fault, such as `amount` or `wallets[3].chain`. */
  readonly param: string | undefined;
  /** Give it when you ask for help. */
  readonly requestId: string | undefined;
  /** The payment that was refused. It exists, as `failed`. */
  readonly paymentId: string | undefined;
  /** Whether the same request can end differently when it is sent again. */
  readonly retryable: boolean;
  /** How long the service asks to wait. */
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Headers;
  /** The whole answer. */
  readonly body: unknown;

  constructor({ status, headers, body, retryAfterSeconds }: ErrorAnswer) {
    const fields = isRecord(body) ? body : {};
    super(textOf(fields['message']) ?? `The service answered with HTTP status ${status}.`);
    this.status = status;
    this.code = textOf(fields['code']);
    this.param = textOf(fields['param']);
    this.requestId = textOf(fields['request_id']) ?? headers.get('svc-request-id') ?? undefined;
    this.paymentId = textOf(fields['payment_id']);
    this.retryable = this.paymentId === undefined && isRetryable(status, fields['retryable']);
    this.retryAfterSeconds = retryAfterSeconds;
    this.headers = headers;
    this.body = body;
  }
}

/** 400: a field is missing or malformed; `param` names it. */
export class InvalidRequestError extends ApiError {}
/** 401: the API key is missing, unknown, expired or revoked. */
export class UnauthorizedError extends ApiError {}
/** 402: no single chain holds enough. */
export class InsufficientBalanceError extends ApiError {}
/** 403: screening failed. Do not pay. */
export class ComplianceBlockedError extends ApiError {}
/** 403: a rule of the account denies the payment. */
export class RuleDeniedError extends ApiError {}
/** 403: the plan does not include it. */
export class PlanRequiredError extends ApiError {}
/** 403: the API key lacks the scope. */
export class InsufficientScopeError extends ApiError {}
/** 404: it does not exist, or belongs to another account or mode. */
export class NotFoundError extends ApiError {}
/** 409: the idempotency key was used with other parameters. */
export class IdempotencyConflictError extends ApiError {}
/** 409: an earlier payment has the same recipient, amount, currency and payer; `paymentId` names it. */
export class PossibleDuplicateError extends ApiError {}
/** 409: it is too late for this. */
export class InvalidStateError extends ApiError {}
/** 422: the chain cannot be used now. */
export class ChainUnavailableError extends ApiError {}
/** 429: too many requests. */
export class RateLimitedError extends ApiError {}
/** 500: it went wrong in the service. */
export class InternalError extends ApiError {}

const CLASSES: ReadonlyMap<string | undefined, typeof ApiError> = new Map<string, typeof ApiError>([
  ['invalid_request', InvalidRequestError],
  ['unauthorized', UnauthorizedError],
  ['insufficient_balance', InsufficientBalanceError],
  ['compliance_blocked', ComplianceBlockedError],
  ['rule_denied', RuleDeniedError],
  ['plan_required', PlanRequiredError],
  ['insufficient_scope', InsufficientScopeError],
  ['not_found', NotFoundError],
  ['idempotency_conflict', IdempotencyConflictError],
  ['possible_duplicate', PossibleDuplicateError],
  ['invalid_state', InvalidStateError],
  ['chain_unavailable', ChainUnavailableError],
  ['rate_limited', RateLimitedError],
  ['internal_error', InternalError],
]);

/** The error of an answer, of the class of its code. */
export function errorOf(answer: ErrorAnswer): ApiError {
  const code = isRecord(answer.body) ? textOf(answer.body['code']) : undefined;
  return new (CLASSES.get(code) ?? ApiError)(answer);
}

/** What the service says counts; of an answer that is not its own, the status does. */
function isRetryable(status: number, said: unknown): boolean {
  if (typeof said === 'boolean') return said;
  return status === 408 || status === 429 || status >= 500;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
