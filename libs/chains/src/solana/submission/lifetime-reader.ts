import { agreement, reachedBy } from '../../rpc/agreement';
import type { RpcPool } from '../../rpc/rpc-pool';
import type { Carrier } from './carriers';
import { count, inContext, record, text } from '../values';

/** What a blockhash gives a transaction: a beginning and an end. */
export type Lifetime = Pick<Carrier, 'blockhash' | 'lastValidBlockHeight' | 'sinceSlot'>;

const FRESH_MS = 1_000;

/** Reads the latest final blockhash that a majority of the configured endpoints knows, at most once a second. */
export class LifetimeReader {
  readonly #pool: RpcPool;
  readonly #now: () => number;
  #last: { readonly at: number; readonly lifetime: Promise<Lifetime> } | undefined;

  constructor(pool: RpcPool, now: () => number) {
    this.#pool = pool;
    this.#now = now;
  }

  /** @throws Error when no majority of the endpoints answers, or knows any of the blockhashes */
  read(): Promise<Lifetime> {
    const at = this.#now();
    if (this.#last !== undefined && at - this.#last.at < FRESH_MS) return this.#last.lifetime;
    const last = { at, lifetime: this.#read() };
    this.#last = last;
    last.lifetime.catch(() => {
      if (this.#last === last) this.#last = undefined;
    });
    return last.lifetime;
  }

  async #read(): Promise<Lifetime> {
    const { majority, size } = this.#pool;
    const said = await this.#pool.ask(
      async (endpoint): Promise<Lifetime> => {
        const [answer] = await endpoint.results([
          { method: 'getLatestBlockhash', params: [{ commitment: 'finalized' }] },
        ]);
        const { slot: sinceSlot, value } = inContext(answer, record);
        const lastValidBlockHeight = count(value['lastValidBlockHeight']);
        return { blockhash: text(value['blockhash']), lastValidBlockHeight, sinceSlot };
      },
      (soFar) => soFar.length >= majority,
    );
    const heights = said.map(({ value }) => value.lastValidBlockHeight);
    const height = reachedBy(heights, majority);
    if (height === undefined)
      throw new Error(`${said.length} of ${size} endpoints tell a blockhash, ${majority} are needed`);
    // The ones in the middle first: the others know these already, and they are those of no endpoint that is far off.
    const candidates = said.toSorted((one, other) => farFrom(height, one.value) - farFrom(height, other.value));
    for (const { endpoint, value } of candidates) {
      if (await this.#isKnown(value.blockhash, endpoint.name)) return { ...value, lastValidBlockHeight: height };
      this.#pool.watch.faulty(endpoint, 'disagrees', { blockhash: value.blockhash });
    }
    throw new Error('no majority of the endpoints knows any of the latest blockhashes');
  }

  /** @param toldBy - the name of the endpoint that knows it, and need not be asked */
  async #isKnown(blockhash: string, toldBy: string): Promise<boolean> {
    const { majority } = this.#pool;
    if (majority === 1) return true;
    const call = { method: 'isBlockhashValid', params: [blockhash, { commitment: 'processed' }] };
    const said = await this.#pool.ask(
      async (endpoint) => {
        if (endpoint.name === toldBy) return true;
        const [answer] = await endpoint.results([call]);
        return inContext(answer, (value) => value === true).value;
      },
      (soFar) => agreement(soFar, majority) !== undefined,
    );
    return agreement(said, majority)?.value === true;
  }
}

function farFrom(height: number, { lastValidBlockHeight }: Lifetime): number {
  return Math.abs(lastValidBlockHeight - height);
}
