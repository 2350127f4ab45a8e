import { AheadError, majorityOf } from './agreement';
import type { EndpointAnswer } from './agreement';
import { noWatch } from './endpoint-watch';
import type { EndpointFault, EndpointWatch } from './endpoint-watch';
import { NoAnswerError, RpcError } from './rpc-endpoint';
import type { RpcEndpoint } from './rpc-endpoint';

/** Those that failed a moment ago are asked as well when the others have not said enough for so long. */
const HEDGE_MS = 300;
/** Those that have not answered yet are given so long when enough others have. */
const GRACE_MS = 100;
/** Those that failed a moment ago are given so long when they are asked all the same. */
const BACKING_OFF_GRACE_MS = 300;

export interface AskOptions {
  /** Those of the endpoints that are asked. Default: all. */
  readonly among?: readonly RpcEndpoint[];
  /** After so many milliseconds any answer is enough: for what nothing final follows from. Default: never. */
  readonly patienceMs?: number;
}

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
   * Asks every endpoint the same, until what is said is enough; the rest have a moment more, so that their word is heard
   * too. Those that failed a moment ago are asked only when the others do not suffice, and not waited for as long.
   *
   * @param isEnough - whether what was said so far decides the question
   * @returns what was said, whether it is enough or not: at least one endpoint's word
   * @throws the first endpoint's error when none has answered
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
          // What was said cannot be judged: whoever asked must not wait for ever.
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
      // Nobody is left to ask.
      if (running === 0) end();
    });
  }

  /** All that every endpoint says; it takes as long as the slowest one, and is for what all have to say. */
  all<T>(
    question: (endpoint: RpcEndpoint) => Promise<T>,
    among: readonly RpcEndpoint[] = this.#endpoints,
  ): Promise<readonly EndpointAnswer<T>[]> {
    return this.ask(question, () => false, { among });
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
