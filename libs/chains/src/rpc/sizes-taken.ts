import { NoAnswerError } from './rpc-endpoint';
import type { RpcAnswer, RpcCall, RpcEndpoint, RpcError } from './rpc-endpoint';

/** Items of a question, such as blocks: from `start` on, before `end`. */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

export interface PieceQuestion<T> {
  /** How many items there are. They are numbered from 0. */
  readonly total: number;
  readonly callOf: (piece: Piece) => RpcCall;
  readonly resultOf: (result: unknown, piece: Piece) => T;
}

/** What is known of one endpoint. */
interface Taken {
  size: number;
  /** Pieces of this size that were answered since it was found. */
  answered: number;
}

/** Calls in one request: endpoints refuse more. */
export const CALLS_MAX = 50;
/** After so many answers to pieces of one size, twice as many items are asked for. */
const GROWS_AFTER = 100;

/**
 * How many items one call may name, at each endpoint. Providers differ, change it, and tell it in words of their own. So
 * every error that an endpoint answers to a call for more than one item counts as a refusal of their number: it is asked
 * for half. What it has taken is remembered. After {@link GROWS_AFTER} answers in a row it is asked for twice as many,
 * since a refusal may have had another reason.
 */
export class SizesTaken {
  readonly #first: number;
  readonly #most: number;
  readonly #taken = new WeakMap<RpcEndpoint, Taken>();

  /** @param sizes - `first`: items of a call to an endpoint of which nothing is known; `most`: items of any call */
  constructor({ first, most }: { readonly first: number; readonly most: number }) {
    this.#first = first;
    this.#most = most;
  }

  /** How many items an endpoint is asked for in one call. */
  of(endpoint: RpcEndpoint): number {
    return this.#at(endpoint).size;
  }

  /**
   * Asks one endpoint for all items, in as many calls as that takes.
   *
   * @returns the results, in the order of the items
   * @throws {@link RpcError} when it answers a call for a single item with an error
   * @throws NoAnswerError when it does not answer
   */
  async read<T>(endpoint: RpcEndpoint, { total, callOf, resultOf }: PieceQuestion<T>): Promise<readonly T[]> {
    const results: T[] = [];
    const before = this.of(endpoint);
    let [next, callsMax] = [0, CALLS_MAX];
    while (next < total) {
      const pieces = piecesOf({ start: next, end: total }, this.of(endpoint)).slice(0, callsMax);
      const answers = await this.#batch(endpoint, pieces.map(callOf));
      const refused = answers.findIndex(({ ok }) => !ok);
      for (const [index, piece] of pieces.slice(0, refused < 0 ? pieces.length : refused).entries()) {
        const answer = answers[index];
        if (answer?.ok !== true) throw new Error('there is an answer to each call');
        results.push(resultOf(answer.result, piece));
        next = piece.end;
        this.#answered(endpoint, sizeOf(piece));
        callsMax = Math.min(CALLS_MAX, callsMax * 2);
      }
      if (refused >= 0) {
        // The number of calls may be the reason, so the call is tried by itself before its items are.
        if (pieces.length === 1) this.#refused(endpoint, pieces[0], answers[0], before);
        callsMax = 1;
      }
    }
    return results;
  }

  /**
   * Finds how many items an endpoint takes, from the most on, by calls that ask for so many.
   *
   * @returns the number, and what the endpoint answered to a call for more; null where it takes the most
   * @throws {@link RpcError} when it refuses a single item
   */
  async probe(
    endpoint: RpcEndpoint,
    callOf: (size: number) => RpcCall,
  ): Promise<{ readonly size: number; readonly refusal: RpcError | null }> {
    let refusal: RpcError | null = null;
    let [taken, refused] = [0, this.#most + 1];
    // Half of what is refused until something is taken, then what lies between. An eighth less than the most makes no difference.
    for (let size = this.#most; refused - taken > Math.max(1, taken / 8); size = Math.floor((taken + refused) / 2)) {
      const [answer] = await this.#batch(endpoint, [callOf(size)]);
      if (answer?.ok === true) {
        taken = size;
        continue;
      }
      if (answer === undefined || size <= 1) throw answer?.error ?? new Error('there is an answer to each call');
      refusal ??= answer.error;
      refused = size;
    }
    this.#set(endpoint, taken);
    return { size: taken, refusal };
  }

  /** @throws its error, when the number of items cannot be the reason. What was taken `before` still holds then. */
  #refused(endpoint: RpcEndpoint, piece: Piece | undefined, answer: RpcAnswer | undefined, before: number): void {
    if (answer?.ok !== false || piece === undefined) throw new Error('there is an answer to each call');
    if (sizeOf(piece) > 1) {
      this.#set(endpoint, Math.floor(sizeOf(piece) / 2));
      return;
    }
    this.#set(endpoint, before);
    throw answer.error;
  }

  async #batch(endpoint: RpcEndpoint, calls: readonly RpcCall[]): ReturnType<RpcEndpoint['batch']> {
    try {
      return await endpoint.batch(calls);
    } catch (error) {
      // It may be that so many take longer than the deadline.
      if (error instanceof NoAnswerError && this.of(endpoint) > this.#first) this.#set(endpoint, this.#first);
      throw error;
    }
  }

  #at(endpoint: RpcEndpoint): Taken {
    const known = this.#taken.get(endpoint);
    if (known !== undefined) return known;
    const unknown = { size: this.#first, answered: 0 };
    this.#taken.set(endpoint, unknown);
    return unknown;
  }

  #set(endpoint: RpcEndpoint, size: number): void {
    this.#taken.set(endpoint, { size, answered: 0 });
  }

  #answered(endpoint: RpcEndpoint, size: number): void {
    const taken = this.#at(endpoint);
    if (size < taken.size) return;
    taken.answered += 1;
    if (taken.answered >= GROWS_AFTER) this.#set(endpoint, Math.min(this.#most, taken.size * 2));
  }
}

function piecesOf({ start, end }: Piece, size: number): readonly Piece[] {
  const count = Math.min(CALLS_MAX, Math.ceil((end - start) / size));
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * size,
    end: Math.min(end, start + (index + 1) * size),
  }));
}

function sizeOf({ start, end }: Piece): number {
  return end - start;
}
