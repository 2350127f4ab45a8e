import { StablecoinPayments, WebhookVerificationError } from '../src/index.js';
import {
  ApiConnectionError,
  ApiError,
  ApiTimeoutError,
  InvalidArgumentError,
  WaitTimeoutError,
} from '../src/errors.js';
import type { Clock } from '../src/clock.js';
import type { ClientOptions } from '../src/configuration.js';

/** A call of a method, as the vectors name it. */
export interface Call {
  readonly method: string;
  readonly id?: string;
  readonly arguments?: object;
  readonly options?: {
    readonly idempotency_key?: string;
    readonly wait_seconds?: number;
    readonly timeout_ms?: number;
    readonly max_retries?: number;
  };
}

/** A clock that moves only when it is told, and says how. */
export class FakeClock implements Clock {
  readonly delaysMs: number[] = [];
  #now = 0;
  #random = 0;

  set(now = '2026-01-31T12:00:00Z', random = 0.5): void {
    this.delaysMs.length = 0;
    this.#now = Date.parse(now);
    this.#random = random;
  }

  move(ms: number): void {
    this.#now += ms;
  }

  now = (): number => this.#now;
  random = (): number => this.#random;
  sleep = (ms: number): Promise<void> => {
    this.delaysMs.push(ms);
    this.move(ms);
    return Promise.resolve();
  };
}

type Method = (...args: readonly unknown[]) => Promise<object> | AsyncIterable<object>;

/** Methods whose first argument after the id is no object of fields. */
const WITHOUT_FIELDS = new Set([
  ...['payments.get', 'payments.cancel', 'payments.timeline', 'payments.wait', 'wallets.get', 'approvals.get'],
  'deposits.get',
  'wallets.onchain',
  ...['treasury.balance', 'treasury.settings.get', 'compliance.get', 'compliance.attestations.get'],
  ...['compliance.attestations.revoke', 'webhook_endpoints.get', 'webhook_endpoints.delete'],
  ...['webhook_endpoints.rotate_secret', 'webhook_endpoints.test', 'events.get', 'api_keys.get', 'api_keys.rotate'],
  ...['api_keys.delete', 'policies.get', 'rules.drafts.get', 'rules.drafts.discard'],
]);

export function clientOf(call: Partial<Call>, clock: Clock, options: ClientOptions): StablecoinPayments {
  return new StablecoinPayments({ ...options, maxRetries: call.options?.max_retries ?? options.maxRetries }, clock);
}

/** Calls the method that the vector names; a list answers what can be iterated. */
export function run(client: StablecoinPayments, call: Call): ReturnType<Method> {
  const path = call.method
    .split('.')
    .map((name) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const name = path.pop() ?? '';
  const resource = path.reduce<object>((from, key) => (from as Record<string, object>)[key] ?? {}, client);
  const { idempotency_key: idempotencyKey, wait_seconds: waitSeconds, timeout_ms: timeoutMs } = call.options ?? {};
  const options = {
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(waitSeconds !== undefined && { waitSeconds }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const method = (resource as Record<string, Method>)[name];
  if (method === undefined) throw new Error(`there is no ${call.method}`);
  const id = call.id === undefined ? [] : [call.id];
  const fields = WITHOUT_FIELDS.has(call.method) ? [] : [call.arguments ?? {}];
  return method.call(resource, ...id, ...fields, options);
}

/** An error as the vectors describe it. */
export function described(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof ApiError) {
    const { code = null, param = null, requestId = null, paymentId = null, retryable, status, message } = error;
    return {
      ...{ kind: 'api_error', class: error.name, code, param, request_id: requestId, payment_id: paymentId },
      ...{ retryable, status, message, retry_after_seconds: error.retryAfterSeconds ?? null },
    };
  }
  if (error instanceof ApiTimeoutError) return { kind: 'timeout', retryable: error.retryable };
  if (error instanceof ApiConnectionError) return { kind: 'connection_error', retryable: error.retryable };
  if (error instanceof WaitTimeoutError) return { kind: 'wait_timeout', payment_id: error.paymentId };
  if (error instanceof InvalidArgumentError) return { kind: 'invalid_argument', message: error.message };
  if (error instanceof WebhookVerificationError) return { refused: error.reason };
  throw error;
}
