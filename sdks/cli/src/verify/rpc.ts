import { Failure, UsageFailure } from '../failure.js';
import { RefusedAnswer, send, textOf } from '../http.js';

const ANSWER_WITHIN_MS = 20_000;

/** Asks a JSON-RPC endpoint of the user's. */
export class Rpc {
  readonly #url: URL;
  #id = 0;

  /** @throws UsageFailure when it is no http or https URL */
  constructor(url: string) {
    if (!/^https?:/.test(url) || !URL.canParse(url)) throw new UsageFailure('--rpc-url must be an http or https URL.');
    this.#url = new URL(url);
  }

  /**
   * The result of a call.
   *
   * @throws Failure when there is none. It names the host only: the rest of the URL may hold a key.
   */
  async call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const answer = await this.#post({ jsonrpc: '2.0', id: ++this.#id, method, params });
    const { result, error } = record(answer);
    if (error !== undefined && error !== null) {
      throw this.#failure(`${method} was refused: ${String(record(error)['message'])}`);
    }
    if (result === undefined) throw this.#failure(`${method} has no result`);
    return result;
  }

  async #post(body: object): Promise<unknown> {
    try {
      const response = await send(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const answer = await textOf(response);
      const status = response.statusCode ?? 0;
      if (status < 200 || status >= 300) throw this.#failure(`it answered with HTTP status ${status}`);
      return JSON.parse(answer) as unknown;
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (error instanceof RefusedAnswer) throw this.#failure(error.message);
      throw this.#failure('it cannot be reached, or its answer is no JSON');
    }
  }

  #failure(reason: string): Failure {
    return new Failure(`The RPC endpoint at ${this.#url.host} gave no answer: ${reason}. Check --rpc-url.`);
  }
}

export type Fields = Readonly<Record<string, unknown>>;

/** @throws Failure when the endpoint's answer has another form than it must */
export function record(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw malformed();
}

export function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  throw malformed();
}

export function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw malformed();
}

/** A number in hex digits behind `0x`, or in decimal ones. */
export function quantity(value: unknown): bigint {
  const digits = text(value);
  if (!/^(0x[0-9a-f]+|\d+)$/i.test(digits)) throw malformed();
  return BigInt(digits);
}

export function malformed(): Failure {
  return new Failure('The RPC endpoint has answered something that no chain says. Check --rpc-url.');
}
