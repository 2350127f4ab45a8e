import type { KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { KmsFailure, NO_ANSWER, permanent, transient } from './key-service';
import type { Curve, Deadline, KeyService } from './key-service';
import { ConcurrencyLimit } from './concurrency-limit';

/** Timeout and retries of calls to a key management service. */
export interface KmsRetryPolicy {
  /** Time limit of one call, in milliseconds. */
  readonly attemptMs: number;
  /** Maximum attempts of a call that fails transiently. */
  readonly attempts: number;
  /** Maximum pause before the second attempt, in milliseconds; doubles with each attempt. */
  readonly pauseMs: number;
}

const DEFAULT_RETRY_POLICY: KmsRetryPolicy = { attemptMs: 3_000, attempts: 4, pauseMs: 100 };
const FORGED =
  'its signature is not of this key, or not over what was sent; it was thrown away, do not trust this service';
/** Maximum concurrent calls to one key: a batch of payments needs one signature per payment. */
const CALLS_MAX = 32;

/** A key in a key management service. The service returns signatures only, and each one is verified before use. */
export class RemoteKey {
  readonly #name: string;
  readonly #service: KeyService;
  readonly #retryPolicy: KmsRetryPolicy;
  readonly #limit = new ConcurrencyLimit(CALLS_MAX);

  private constructor(
    name: string,
    service: KeyService,
    retryPolicy: KmsRetryPolicy,
    readonly publicKey: KeyObject,
  ) {
    this.#name = name;
    this.#service = service;
    this.#retryPolicy = retryPolicy;
  }

  /**
   * Fetches the public key, once.
   *
   * @param name - of the key, as the configuration has it
   * @throws Error of one line that says what is wrong with the key and what to do
   */
  static async open(
    name: string,
    service: KeyService,
    curve: Curve,
    retryPolicy: Partial<KmsRetryPolicy> = {},
  ): Promise<RemoteKey> {
    const full = { ...DEFAULT_RETRY_POLICY, ...retryPolicy };
    const publicKey = await call(name, full, (deadline) => service.publicKey(deadline));
    const found = curveOf(publicKey);
    if (found !== curve) throw new Error(`${name}: it is a key of ${found}; make one of type ${service.keyType}`);
    return new RemoteKey(name, service, full, publicKey);
  }

  /**
   * @param input - see {@link KeyService.sign}
   * @param check - gives a signature its form, or undefined when it is none of this key over this input
   * @throws Error of one line; a signature that does not pass never leaves this method
   */
  sign<T>(input: Uint8Array, check: (signature: Uint8Array) => T | undefined): Promise<T> {
    return this.#limit.run(() =>
      call(this.#name, this.#retryPolicy, async (deadline) => {
        const checked = check(await this.#service.sign(input, deadline));
        if (checked === undefined) throw permanent(FORGED);
        return checked;
      }),
    );
  }
}

async function call<T>(
  name: string,
  retryPolicy: KmsRetryPolicy,
  attempt: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    const outcome = await withDeadline(retryPolicy.attemptMs, attempt).then((value) => ({ value }), asFailure);
    if (!(outcome instanceof KmsFailure)) return outcome.value;
    if (outcome.retry === 'never') throw new Error(`${name}: ${outcome.message}`);
    if (attempts >= retryPolicy.attempts) throw new Error(`${name}: ${outcome.message} (tried ${attempts} times)`);
    // A random pause, so that many failed calls do not retry at once.
    await pause(Math.random() * retryPolicy.pauseMs * 2 ** (attempts - 1));
  }
}

/** Any other error is a bug of ours or of an SDK, and may quote a request. */
function asFailure(error: unknown): KmsFailure {
  return error instanceof KmsFailure ? error : permanent('its answer makes no sense');
}

/** Limits a call. The credential lookup of an SDK ignores the signal. */
async function withDeadline<T>(ms: number, attempt: (deadline: Deadline) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      controller.abort();
      reject(transient(NO_ANSWER));
    }, ms);
  });
  try {
    return await Promise.race([attempt({ ms, signal: controller.signal }), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

function curveOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  return asymmetricKeyDetails?.namedCurve ?? asymmetricKeyType ?? 'another type';
}
