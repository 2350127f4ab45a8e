import { AheadError, majorityOf } from './agreement';
import type { Said } from './agreement';
import { noWatch } from './endpoint-watch';
import type { EndpointFault, EndpointWatch } from './endpoint-watch';
import { NoAnswerError, RpcError } from './rpc-endpoint';
import type { RpcCall, RpcEndpoint } from './rpc-endpoint';

/** The next endpoint is asked as well when one has not answered for so long. */
const HEDGE_MS = 300;
/** Those that have not answered yet are given so long when enough others have. */
const GRACE_MS = 100;
/** Those that failed a moment ago are given so long when they are asked all the same. */
const RESTING_GRACE_MS = 300;

/** The endpoints of one chain. */
export class RpcPool {
  readonly #endpoints: readonly RpcEndpoint[];
  /** Is told what is wrong with which endpoint. */
  readonly watch: Pick<EndpointWatch, 'agreed' | 'faulty'>;

  constructor(endpoints: readonly RpcEndpoint[], watch: RpcPool['watch'] = noWatch) {
    if (endpoints.length === 0) throw new Error('a chain has at least one endpoint');
    this.#endpoints = endpoints;
    this.watch = watch;
  }

  /** Of the configured endpoints, whether they answer or not. */
  get size(): number {
    return this.#endpoints.length;
  }

  /** How many of the configured endpoints are a majority (protocol rule 29). */
  get majority(): number {
    return majorityOf(this.size);
  }

  /**
   * The results of the first endpoint that gives any; those that failed a moment ago are asked last, and the next one
   * joins when one takes long. For what may be asked twice, and what nothing final follows from.
   *
   * @throws the last endpoint's error when none has answered
   */
  first(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const waiting = this.#byRest();
    let running = 0;
    return new Promise((resolve, reject) => {
      let hedge: NodeJS.Timeout | undefined;
      const next = (): void => {
        clearTimeout(hedge);
        const endpoint = waiting.shift();
        if (endpoint === undefined) return;
        running += 1;
        if (waiting.length > 0) hedge = setTimeout(next, HEDGE_MS);
        endpoint.results(calls).then(
          (results) => {
            clearTimeout(hedge);
            resolve(results);
          },
          (error: unknown) => {
            running -= 1;
            this.#failed(endpoint, error);
            if (waiting.length > 0) next();
            else if (running === 0) reject(errorOf(error));
          },
        );
      };
      next();
    });
  }

  /**
   * Asks every endpoint the same, until what is said is enough; the rest have a moment more, so that their word is heard
   * too. Those that failed a moment ago are asked only when the others do not suffice, and not waited for as long.
   *
   * @param isEnough - whether what was said so far decides the question
   * @param among - those of the endpoints that are asked; all by default
   * @returns what was said, whether it is enough or not: at least one endpoint's word
   * @throws the first endpoint's error when none has answered
   */
  ask<T>(
    question: (endpoint: RpcEndpoint) => Promise<T>,
    isEnough: (said: readonly Said<T>[]) => boolean,
    among: readonly RpcEndpoint[] = this.#endpoints,
  ): Promise<readonly Said<T>[]> {
    const awake = among.filter((endpoint) => !endpoint.isResting);
    const resting = among.filter((endpoint) => !awake.includes(endpoint));
    return new Promise((resolve, reject) => {
      const said: Said<T>[] = [];
      const errors: Error[] = [];
      let running = 0;
      let isOver = false;
      let isGrace = false;
      let ending: NodeJS.Timeout | undefined;

      const end = (): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(ending);
        clearTimeout(hedge);
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
          .finally(() => {
            running -= 1;
            if (!isOver) look();
          });
      };
      const startResting = (): void => {
        for (const endpoint of resting.splice(0)) start(endpoint);
      };
      const look = (): void => {
        if (isEnough(said)) {
          if (running === 0) end();
          else if (!isGrace) {
            clearTimeout(ending);
            ending = setTimeout(end, GRACE_MS);
          }
          isGrace = true;
        } else if (running === 0 && resting.length > 0) {
          startResting();
          if (said.length > 0) ending = setTimeout(end, RESTING_GRACE_MS);
        } else if (running === 0) {
          end();
        }
      };
      const hedge = setTimeout(startResting, HEDGE_MS);
      for (const endpoint of awake.length > 0 ? awake : resting.splice(0)) start(endpoint);
    });
  }

  /** All that every endpoint says; it takes as long as the slowest one, and is for what all have to say. */
  all<T>(
    question: (endpoint: RpcEndpoint) => Promise<T>,
    among: readonly RpcEndpoint[] = this.#endpoints,
  ): Promise<readonly Said<T>[]> {
    return this.ask(question, () => false, among);
  }

  /**
   * Tells every endpoint the same; one that takes it is enough, and the others have a moment to.
   *
   * @throws the first endpoint's error when none has taken it
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

  #byRest(): RpcEndpoint[] {
    return this.#endpoints.toSorted((one, other) => Number(one.isResting) - Number(other.isResting));
  }

  #failed(endpoint: RpcEndpoint, error: unknown): void {
    this.watch.faulty(endpoint, faultOf(error), { error: errorOf(error).message });
  }
}

function faultOf(error: unknown): EndpointFault {
  if (error instanceof AheadError) return 'ahead';
  if (error instanceof RpcError) return 'refuses';
  return error instanceof NoAnswerError && !error.isMalformed ? 'silent' : 'malformed';
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
