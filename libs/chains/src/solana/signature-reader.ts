import type { ChainLog } from '../chain-log';
import type { RpcPool } from '../rpc/rpc-pool';
import { Batcher } from './batcher';
import { inContext, list, status } from './values';
import type { InContext, Status } from './values';

/** What the method takes at once. */
const SIGNATURES_AT_ONCE = 256;
/** An endpoint that is so much behind another one is left out. */
const BEHIND_SLOTS_MAX = 150;
const CONFIRMED = 2;

type View = InContext<readonly (Status | null)[]>;

/**
 * Asks every endpoint how far transactions have come, many at once. Of several answers the most careful one counts:
 * what one of them has not seen is taken for not seen.
 */
export class SignatureReader {
  readonly #pool: RpcPool;
  readonly #log: ChainLog;
  readonly #recent: Batcher<Status | null>;
  readonly #old: Batcher<Status | null>;

  constructor(pool: RpcPool, log: ChainLog) {
    this.#pool = pool;
    this.#log = log;
    const batcher = (searchTransactionHistory: boolean): Batcher<Status | null> =>
      new Batcher({ size: SIGNATURES_AT_ONCE, askAll: (keys) => this.#ask(keys, searchTransactionHistory) });
    this.#recent = batcher(false);
    this.#old = batcher(true);
  }

  /**
   * @param isOld - nodes may have to look for it in their history
   * @throws Error when no endpoint answers
   */
  look(signature: string, isOld: boolean): Promise<Status | null> {
    return (isOld ? this.#old : this.#recent).ask(signature);
  }

  async #ask(signatures: readonly string[], searchTransactionHistory: boolean): Promise<readonly (Status | null)[]> {
    const call = { method: 'getSignatureStatuses', params: [signatures, { searchTransactionHistory }] };
    const said = await this.#pool.each(async (endpoint): Promise<View> => {
      const [answer] = await endpoint.results([call]);
      return inContext(answer, (value) => list(value, signatures.length).map(status));
    });
    const newest = Math.max(...said.map(({ value }) => value.slot));
    const views = said.map(({ value }) => value).filter(({ slot }) => slot >= newest - BEHIND_SLOTS_MAX);
    return signatures.map((signature, place) =>
      this.#careful(
        signature,
        views.map(({ value }) => value[place] ?? null),
      ),
    );
  }

  #careful(signature: string, statuses: readonly (Status | null)[]): Status | null {
    const seen = statuses.filter((each) => each !== null);
    if (seen.length < statuses.length) return null;
    const least = seen.reduce((one, other) => (other.stage < one.stage ? other : one));
    const isAgreed = seen.every(({ slot, hasFailed }) => slot === least.slot && hasFailed === least.hasFailed);
    if (isAgreed) return least;
    // Before it is confirmed, two forks may hold it, each in another block.
    if (least.stage >= CONFIRMED) this.#log.error({ signature, seen }, 'endpoints disagree on what became of it');
    return null;
  }
}
