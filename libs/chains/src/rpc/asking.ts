import type { EndpointAnswer } from './agreement';
import { NoAnswerError } from './rpc-endpoint';
import type { RpcEndpoint } from './rpc-endpoint';

/** After this time, endpoints in back-off are asked as well, if the answers are not enough yet. */
const HEDGE_MS = 300;
/** Extra time for the remaining endpoints once the answers are enough. */
const GRACE_MS = 100;
/** Time limit for endpoints in back-off, once others have answered. */
const BACKING_OFF_GRACE_MS = 300;

interface AskingParts<T> {
  readonly question: (endpoint: RpcEndpoint) => Promise<T>;
  /** Whether the answers so far decide the question. */
  readonly isEnough: (said: readonly EndpointAnswer<T>[]) => boolean;
  readonly failed: (endpoint: RpcEndpoint, error: unknown) => void;
  /** Called with at least one answer. */
  readonly resolve: (said: readonly EndpointAnswer<T>[]) => void;
  readonly reject: (error: Error) => void;
}

/** One question to several endpoints, until the answers are enough or no endpoint is left. */
export class Asking<T> {
  readonly #parts: AskingParts<T>;
  readonly #said: EndpointAnswer<T>[] = [];
  readonly #errors: Error[] = [];
  /** Endpoints in back-off that are not asked yet. */
  #backingOff: readonly RpcEndpoint[] = [];
  #running = 0;
  #isEnded = false;
  #isGrace = false;
  #isImpatient = false;
  #ending: NodeJS.Timeout | undefined;
  #hedge: NodeJS.Timeout | undefined;
  #impatience: NodeJS.Timeout | undefined;

  constructor(parts: AskingParts<T>) {
    this.#parts = parts;
  }

  /** @param patienceMs - after this time any answer is enough; undefined: never */
  start(among: readonly RpcEndpoint[], patienceMs: number | undefined): void {
    const available = among.filter((endpoint) => !endpoint.isBackingOff);
    this.#backingOff = among.filter((endpoint) => !available.includes(endpoint));
    this.#hedge = setTimeout(() => this.#askBackingOff(), HEDGE_MS);
    this.#impatience = patienceMs === undefined ? undefined : setTimeout(() => this.#losePatience(), patienceMs);
    if (available.length > 0) for (const endpoint of available) this.#ask(endpoint);
    else this.#askBackingOff();
    // There are no endpoints to ask.
    if (this.#running === 0) this.#end();
  }

  #ask(endpoint: RpcEndpoint): void {
    this.#running += 1;
    Promise.resolve(endpoint)
      .then(this.#parts.question)
      .then(
        (value) => void this.#said.push({ endpoint, value }),
        (error: unknown) => {
          this.#errors.push(asError(error));
          this.#parts.failed(endpoint, error);
        },
      )
      .then(() => {
        this.#running -= 1;
        if (!this.#isEnded) this.#look();
      })
      // `isEnough` threw: reject, so that the caller does not wait forever.
      .catch((error: unknown) => {
        this.#errors.unshift(asError(error));
        this.#said.length = 0;
        this.#end();
      });
  }

  #askBackingOff(): void {
    const endpoints = this.#backingOff;
    this.#backingOff = [];
    for (const endpoint of endpoints) this.#ask(endpoint);
  }

  #losePatience(): void {
    this.#isImpatient = true;
    this.#look();
  }

  #look(): void {
    const hasAnswer = this.#said.length > 0;
    if (this.#parts.isEnough(this.#said) || (this.#isImpatient && hasAnswer)) {
      if (this.#running === 0) this.#end();
      else if (!this.#isGrace) this.#endAfter(GRACE_MS);
      this.#isGrace = true;
    } else if (this.#running === 0 && this.#backingOff.length > 0) {
      this.#askBackingOff();
      if (hasAnswer) this.#endAfter(BACKING_OFF_GRACE_MS);
    } else if (this.#running === 0) {
      this.#end();
    }
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => this.#end(), ms);
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#ending);
    clearTimeout(this.#hedge);
    clearTimeout(this.#impatience);
    if (this.#said.length > 0) this.#parts.resolve([...this.#said]);
    else this.#parts.reject(this.#errors[0] ?? new NoAnswerError('every endpoint', 'none in time'));
  }
}

/** What was thrown, as an error. */
export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
