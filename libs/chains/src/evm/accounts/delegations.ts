import type { Hex } from 'viem';
import type { ChainLog } from '../../chain-log';
import { LastKnown } from '../../rpc/last-known';
import type { RpcPool } from '../../rpc/rpc-pool';
import { hex } from '../../rpc/values';

/** What stands before the address in the code of an account that has delegated to a contract (EIP-7702). */
const DELEGATION = /^0xef0100([0-9a-f]{40})$/;
const FRESH_MS = 30_000;
/** After this time, fewer answers than a majority are enough to go on with. */
const PATIENCE_MS = 1_000;

/**
 * Why an account with code cannot be a treasury or a relayer, in words; null without code. A token asks the code of a payer
 * whether its signature is valid, and nodes take one transaction at a time from a sender with code.
 */
export function problemOfCode(code: Hex): string | null {
  if (code === '0x') return null;
  const [, delegate] = DELEGATION.exec(code) ?? [];
  return delegate === undefined ? 'is a contract' : `has delegated to 0x${delegate} (EIP-7702)`;
}

/** Watches whether the accounts of this service get code, which whoever holds their keys can give them at any time. */
export class Delegations {
  readonly #reading: LastKnown<ReadonlyMap<string, string>>;

  constructor(parts: {
    readonly pool: RpcPool;
    readonly chain: string;
    readonly accounts: readonly string[];
    readonly log: ChainLog;
    readonly now: () => number;
  }) {
    const { pool, chain, accounts, log, now } = parts;
    this.#reading = new LastKnown({
      request: () => readProblems(pool, accounts),
      initial: new Map(),
      freshMs: FRESH_MS,
      now,
      onFailure: (error) =>
        log.warn({ chain, error: String(error) }, 'no endpoint tells whether our accounts have code'),
    });
  }

  /** What is wrong with accounts, by address, as a majority of the configured endpoints says it. */
  read(): Promise<ReadonlyMap<string, string>> {
    return this.#reading.read();
  }
}

async function readProblems(pool: RpcPool, accounts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const calls = accounts.map((account) => ({ method: 'eth_getCode', params: [account, 'latest'] }));
  const said = await pool.ask(
    async (endpoint) => (await endpoint.results(calls)).map((code) => problemOfCode(hex(code))),
    (soFar) => soFar.length >= pool.majority,
    { patienceMs: PATIENCE_MS },
  );
  const problems = accounts.flatMap((account, index): [string, string][] => {
    const found = said.flatMap(({ value }) => value[index] ?? []);
    const [first] = found;
    return first === undefined || found.length < pool.majority ? [] : [[account, first]];
  });
  return new Map(problems);
}
