import type { Hex } from 'viem';
import type { RpcCall, RpcEndpoint, RpcError } from '../rpc/rpc-endpoint';
import { SizesTaken } from '../rpc/sizes-taken';
import { logs, toQuantity } from '../rpc/values';
import type { LogEntry } from '../rpc/values';

/** Logs that are asked for: of these contracts, with these topics. */
export interface LogFilter {
  readonly address: readonly string[];
  /** One topic, one of several, or any. */
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
}

/** The numbers of blocks, both included. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** Blocks of one call. What an endpoint takes is between 5 and any number: it depends on the provider and the plan. */
const BLOCKS = { first: 1_000, most: 10_000 };
/** Addresses, or topics in one position, of one call: geth and Erigon refuse more. */
const NAMES_MAX = 1_000;

/** Reads logs in as many calls as an endpoint needs for them. */
export class LogReader {
  readonly #blocks = new SizesTaken(BLOCKS);

  /** How many blocks one call covers at an endpoint, as far as it is known. */
  blocksOfCall(endpoint: RpcEndpoint): number {
    return this.#blocks.of(endpoint);
  }

  /**
   * The logs of these blocks, in the order of the chain.
   *
   * @throws TypeError for logs that were not asked for
   * @throws {@link RpcError} when the endpoint refuses a single block
   * @throws NoAnswerError when it does not answer
   */
  async read(endpoint: RpcEndpoint, filter: LogFilter, { from, to }: BlockRange): Promise<readonly LogEntry[]> {
    const found: LogEntry[] = [];
    const parts = partsOf(filter);
    for (const part of parts) {
      const pieces = await this.#blocks.read(endpoint, {
        total: Math.max(0, to - from + 1),
        callOf: ({ start, end }) => callFor(part, { from: from + start, to: from + end - 1 }),
        resultOf: (result, { start, end }) => readLogs(result, part, { from: from + start, to: from + end - 1 }),
      });
      found.push(...pieces.flat());
    }
    return parts.length === 1 ? found : found.sort((one, other) => one.block - other.block || one.index - other.index);
  }

  /**
   * Finds how many of the last blocks an endpoint takes in one call, and remembers it.
   *
   * @param latest - the number of its latest block
   * @returns the number, and its answer to a call for more; null where it takes as many as are ever asked for
   * @throws {@link RpcError} when it refuses a single block
   * @throws NoAnswerError when it does not answer
   */
  probe(
    endpoint: RpcEndpoint,
    filter: LogFilter,
    latest: number,
  ): Promise<{ readonly size: number; readonly refusal: RpcError | null }> {
    return this.#blocks.probe(endpoint, (size) =>
      callFor(filter, { from: Math.max(0, latest - size + 1), to: latest }),
    );
  }
}

/** The same question in parts of which none names too many addresses, or topics in one position. */
function partsOf({ address, topics }: LogFilter): readonly LogFilter[] {
  let parts = chunksOf(address).map((some): LogFilter => ({ address: some, topics }));
  for (const [position, wanted] of topics.entries()) {
    if (wanted === null || typeof wanted === 'string' || wanted.length <= NAMES_MAX) continue;
    parts = parts.flatMap((part) =>
      chunksOf(wanted).map((some) => ({ ...part, topics: part.topics.with(position, some) })),
    );
  }
  return parts;
}

function chunksOf<T>(all: readonly T[]): readonly (readonly T[])[] {
  const count = Math.max(1, Math.ceil(all.length / NAMES_MAX));
  return Array.from({ length: count }, (_, index) => all.slice(index * NAMES_MAX, (index + 1) * NAMES_MAX));
}

function callFor(filter: LogFilter, { from, to }: BlockRange): RpcCall {
  return { method: 'eth_getLogs', params: [{ ...filter, fromBlock: toQuantity(from), toBlock: toQuantity(to) }] };
}

/** @throws TypeError for logs that were not asked for */
function readLogs(answer: unknown, { address, topics }: LogFilter, { from, to }: BlockRange): readonly LogEntry[] {
  const addresses = new Set(address.map((each) => each.toLowerCase()));
  const wanted = topics.map((each) => (each === null ? null : new Set([each].flat().map(lowerCase))));
  const found = logs(answer);
  for (const entry of found) {
    const isAsked =
      addresses.has(entry.address) &&
      entry.block >= from &&
      entry.block <= to &&
      wanted.every((some, index) => some?.has(entry.topics[index] ?? '') ?? true);
    if (!isAsked) throw new TypeError('a log that was not asked for');
  }
  return found;
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}
