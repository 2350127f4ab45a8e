import { AheadError, majorityOf } from './agreement';
import type { EndpointAnswer } from './agreement';
import { Asking, asError } from './asking';
import { EndpointLimitError } from './endpoint-limit';
import { noWatch } from './endpoint-watch';
import type { EndpointFault, EndpointWatch } from './endpoint-watch';
import { NoAnswerError, RpcError } from './rpc-endpoint';
import type { RpcEndpoint } from './rpc-endpoint';
import { isStatePruned } from './state-pruned';

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
   * Asks all endpoints in parallel until the answers are enough. The remaining ones get a moment more, so that they are
   * heard too. Endpoints in back-off are asked only when the others are not enough.
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
    const failed = (endpoint: RpcEndpoint, error: unknown): void => this.#failed(endpoint, error);
    return new Promise((resolve, reject) => {
      new Asking({ question, isEnough, failed, resolve, reject }).start(among, patienceMs);
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
    this.watch.faulty(endpoint, faultOf(error), { error: asError(error).message });
  }
}

function faultOf(error: unknown): EndpointFault {
  if (error instanceof AheadError) return 'ahead';
  if (isStatePruned(error)) return 'state_pruned';
  if (error instanceof RpcError || error instanceof EndpointLimitError) return 'refuses';
  return error instanceof NoAnswerError && !error.isMalformed ? 'silent' : 'malformed';
}
