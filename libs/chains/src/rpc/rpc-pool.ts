import { AheadError, majorityOf } from './agreement';
import type { EndpointAnswer } from './agreement';
import { EndpointLimitError } from './endpoint-limit';
import { noWatch } from './endpoint-watch';
import type { EndpointFault, EndpointWatch } from './endpoint-watch';
import { NoAnswerError, RpcError } from './rpc-endpoint';
import type { RpcEndpoint } from './rpc-endpoint';
import { isStatePruned } from './state-pruned';

/** After this time, endpoints in back-off are asked as well, if the answers are not enough yet. */
const HEDGE_MS = 300;
/** Extra time for the remaining endpoints once the answers are enough. */
const GRACE_MS = 100;
/** Time limit for endpoints in back-off, once others have answered. */
const BACKING_OFF_GRACE_MS = 300;

export interface AskOptions {
  /** The endpoints to ask. Default: all. */
  readonly among?: readonly RpcEndpoint[];
  /**
   * After this time any answer is enough, in milliseconds. Only for readings that decide nothing final. Default: never.
   */
  readonly patienceMs?: number;
}

/** The endpoints of one chain. */
export class RpcPool {
  readonly #endpoints: readonly RpcEndpoint[];
  /** Receives the faults of endpoints. */
  readonly watch: Pick<EndpointWatch, 'agreed' | 'faulty' | 'reached'>;

  constructor(endpoints: readonly RpcEndpoint[], watch: RpcPool['watch'] = noWatch) {
    if (endpoints.length === 0) throw new Error('a chain has at least one endpoint');
    this.#endpoints = endpoints;
    this.watch = watch;
  }

  /** Number of configured endpoints, answering or not. */
  get size(): number {
    return this.#endpoints.length;
  }

  /** Number of endpoints that are a majority (protocol rule 29). */
  get majority(): number {
    return majorityOf(this.size);
  }

  /**
   * Asks all endpoints in parallel until the answers are enough. The remaining ones get {@link GRACE_MS} more, so that
   * they are heard too. Endpoints in back-off are asked only when the others are not enough.
   *
   * @param isEnough - whether the answers so far decide the question
   * @returns the answers, at least one, even if they are not enough
   * @throws the first error when no endpoint has answered
   */
  ask<T>(
    question: (endpoint: RpcEndpoint) => Promise<T>,
    isEnough: (said: readonly EndpointAnswer<T>[]) => boolean,
    { among = this.#endpoints, patienceMs }: AskOptions = {},
  ): Promise<readonly EndpointAnswer<T>[]> {
    const available = among.filter((endpoint) => !endpoint.isBackingOff);
    const backingOff = among.filter((endpoint) => !available.includes(endpoint));
    return new Promise((resolve, reject) => {
      const said: EndpointAnswer<T>[] = [];
      const errors: Error[] = [];
      let running = 0;
      let isEnded = false;
      let isGrace = false;
      let isImpatient = false;
      let ending: NodeJS.Timeout | undefined;

      const end = (): void => {
        if (isEnded) return;
        isEnded = true;
        clearTimeout(ending);
        clearTimeout(hedge);
        clearTimeout(impatience);
        if (said.length > 0) resolve([...said]);
        else reject(errors[0] ?? new NoAnswerError('every endpoint', 'none in time'));
      };
      const start = (endpoint: RpcEndpoint): void => {
        running += 1;
        Promise.resolve(endpoint)
          .then(question)
          .then(
            (value) => void said.push({ endpoint, value }),
            (error: unknown) => {
              errors.push(errorOf(error));
              this.#failed(endpoint, error);
            },
          )
          .then(() => {
            running -= 1;
            if (!isEnded) look();
          })
          // `isEnough` threw: reject, so that the caller does not wait forever.
          .catch((error: unknown) => {
            errors.unshift(errorOf(error));
            said.length = 0;
            end();
          });
      };
      const startBackingOff = (): void => {
        for (const endpoint of backingOff.splice(0)) start(endpoint);
      };
      const look = (): void => {
        if (isEnough(said) || (isImpatient && said.length > 0)) {
          if (running === 0) end();
          else if (!isGrace) {
            clearTimeout(ending);
            ending = setTimeout(end, GRACE_MS);
          }
          isGrace = true;
        } else if (running === 0 && backingOff.length > 0) {
          startBackingOff();
          if (said.length > 0) ending = setTimeout(end, BACKING_OFF_GRACE_MS);
        } else if (running === 0) {
          end();
        }
      };
      const hedge = setTimeout(startBackingOff, HEDGE_MS);
      const lose = (): void => {
        isImpatient = true;
        look();
      };
      const impatience = patienceMs === undefined ? undefined : setTimeout(lose, patienceMs);
      for (const endpoint of available.length > 0 ? available : backingOff.splice(0)) start(endpoint);
      // There are no endpoints to ask.
      if (running === 0) end();
    });
  }

  /** The answers of all endpoints. Takes as long as the slowest one. */
  all<T>(
    question: (endpoint: RpcEndpoint) => Promise<T>,
    among: readonly RpcEndpoint[] = this.#endpoints,
  ): Promise<readonly EndpointAnswer<T>[]> {
    return this.ask(question, () => false, { among });
  }

  /**
   * Sends the same to all endpoints. Success of one is enough; the others get a moment to succeed too.
   *
   * @throws the first error when none has accepted it
   */
  async tell(order: (endpoint: RpcEndpoint) => Promise<void>): Promise<void> {
    const answers = await this.ask(
      (endpoint) =>
        order(endpoint).then(
          () => null,
          (error: unknown) => {
            if (error instanceof RpcError) return error;
            throw error;
          },
        ),
      (said) => said.some(({ value }) => value === null),
    );
    if (answers.every(({ value }) => value !== null)) throw answers[0]?.value ?? new Error('none has taken it');
  }

  #failed(endpoint: RpcEndpoint, error: unknown): void {
    this.watch.faulty(endpoint, faultOf(error), { error: errorOf(error).message });
  }
}

function faultOf(error: unknown): EndpointFault {
  if (error instanceof AheadError) return 'ahead';
  if (isStatePruned(error)) return 'state_pruned';
  if (error instanceof RpcError || error instanceof EndpointLimitError) return 'refuses';
  return error instanceof NoAnswerError && !error.isMalformed ? 'silent' : 'malformed';
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
