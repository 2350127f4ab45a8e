import type { LastSent, SentTransaction } from '../last-sent';
import { reachedBy } from '../rpc/agreement';
import { checkNotAhead, isBehind } from '../rpc/heads';
import type { RpcPool } from '../rpc/rpc-pool';
import { block, count } from '../rpc/values';
import { readTransaction } from './transaction';

/** The nonces of relayers. */
export class RelayerNonces {
  readonly #pool: RpcPool;
  readonly #now: () => number;

  constructor(pool: RpcPool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  /** The lowest nonce that is neither used up nor in use: so a gap that an expired submission has left is filled. */
  async next(sender: string, liveNonces: () => Promise<readonly number[]>): Promise<number> {
    const [used, live] = await Promise.all([this.used(sender), liveNonces()]);
    const taken = new Set(live);
    let nonce = used;
    while (taken.has(nonce)) nonce += 1;
    return nonce;
  }

  /**
   * The transaction count that a majority has reached, among up-to-date endpoints if there are any. One endpoint that
   * is behind or ahead would lead to unusable nonces.
   */
  async used(sender: string): Promise<number> {
    const calls = [
      { method: 'eth_getTransactionCount', params: [sender, 'latest'] },
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
    ];
    const { majority } = this.#pool;
    const said = await this.#pool.ask(
      async (endpoint) => {
        const [used, found] = await endpoint.results(calls);
        const latest = block(found);
        checkNotAhead(latest, this.#now());
        return { used: count(used), isBehind: isBehind(latest, this.#now()) };
      },
      (soFar) => soFar.filter(({ value }) => !value.isBehind).length >= majority,
    );
    const upToDate = said.filter(({ value }) => !value.isBehind);
    const counts = (upToDate.length > 0 ? upToDate : said).map(({ value }) => value.used);
    return reachedBy(counts, Math.min(majority, counts.length)) ?? 0;
  }

  /** The last nonce that each sender has used, as every endpoint says it. */
  async last(senders: readonly string[]): Promise<readonly LastSent[]> {
    const calls = [
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
      ...senders.map((sender) => ({ method: 'eth_getTransactionCount', params: [sender, 'latest'] })),
    ];
    const said = await this.#pool.all(async (endpoint) => {
      const [latest, ...counts] = await endpoint.results(calls);
      checkNotAhead(block(latest), this.#now());
      return counts.map(count);
    });
    return senders.map((sender, index) => ({
      sender,
      said: said.map(({ value }) => sentWith((value[index] ?? 0) - 1)),
      endpoints: this.#pool.size,
    }));
  }
}

function sentWith(nonce: number): SentTransaction | null {
  if (nonce < 0) return null;
  return {
    mark: { nonce },
    name: `the transaction with nonce ${nonce}`,
    isIn: (stored) => {
      if ('nonce' in stored) return stored.nonce >= nonce;
      // As versions before nonces were stored have it.
      return 'bytes' in stored && readTransaction(stored.bytes).nonce >= nonce;
    },
  };
}
