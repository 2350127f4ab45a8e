/** What the API said when it refused a request, or that no answer came. */
export class ApiError extends Error {
  /** HTTP status; 0: no answer came. */
  readonly status: number;
  /** Code of the error; see docs/errors.md. */
  readonly code: string;
  /** The field at fault, as a path: `amount`, `checks[1]`. */
  readonly param: string | undefined;
  /** The payment that was refused; it exists, as `failed`. */
  readonly paymentId: string | undefined;
  readonly requestId: string | undefined;
  readonly retryable: boolean;

  constructor(status: number, body: Partial<Record<string, unknown>>, message: string) {
    super(message);
    const text = (key: string) => (typeof body[key] === 'string' ? body[key] : undefined);
    this.status = status;
    this.code = text('code') ?? (status === 0 ? 'unreachable' : 'unknown');
    this.param = text('param');
    this.paymentId = text('payment_id');
    this.requestId = text('request_id');
    this.retryable = body['retryable'] === true;
  }

  /** @param response - an answer with a status of 400 or more */
  static async of(response: Response): Promise<ApiError> {
    const body: unknown = await response.json().catch(() => null);
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    const message =
      typeof fields['message'] === 'string' ? fields['message'] : `The service answered ${response.status}.`;
    return new ApiError(response.status, fields, message);
  }

  static unreachable(): ApiError {
    return new ApiError(0, { retryable: true }, 'The service cannot be reached. Check your connection and try again.');
  }
}

/**
 * What to show a person about an error: what happened, and what they can do.
 *
 * @param error - whatever a query or a mutation failed with
 */
export function explain(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Reload it and try again.';
  switch (error.status) {
    case 401:
      return 'Your session has ended. Sign in again, and then repeat what you did: nothing on this page is lost.';
    case 403:
      if (error.code === 'insufficient_scope') {
        return `You may not do this. ${error.message} An administrator can give you a role that allows it.`;
      }
      return error.message;
    default:
      return error.message;
  }
}

/**
 * The message for one field of a form.
 *
 * @param error - what sending the form failed with
 * @param param - the field as the API names it
 */
export function fieldError(error: unknown, param: string): string | undefined {
  if (!(error instanceof ApiError) || error.param === undefined) return undefined;
  const at = error.param;
  return at === param || at.startsWith(`${param}.`) || at.startsWith(`${param}[`) ? error.message : undefined;
}

/**
 * An error that no field of a form shows, or null: it stands above the buttons.
 *
 * @param params - the fields that show theirs, as the API names them
 */
export function errorBeside(error: unknown, params: readonly string[]): unknown {
  return params.some((param) => fieldError(error, param) !== undefined) ? null : error;
}
