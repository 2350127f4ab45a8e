import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { readMentions } from './foreign-transactions';
import type { Mention } from './foreign-transactions';

/** Mentions of an account in a range of slots, as far as one look goes. */
export interface SomeMentions {
  /** Of all slots up to {@link upTo}. */
  readonly mentions: readonly Mention[];
  /** Below the range while its beginning has not been reached: the next look goes on from there. */
  readonly upTo: number;
}

/** Pages that one look reads of an account's history. */
const PAGES_MAX = 50;
/** Pages that are read together once the way back to the beginning is known; far fewer than a look may read. */
const PAGES_TOGETHER = 20;
const WALKS_MAX = 300;
/** In the place of the last transaction of a page: there is none before it. */
const BEGINNING: Mention = { signature: '', slot: -1 };

/**
 * Finds the oldest transactions since a slot that name an account, although endpoints list the newest first, and anybody may
 * make any number of them. Each look reads a bounded number of pages, and later ones begin where it has stopped.
 */
export class MentionWalks {
  readonly #pagesMax: number;
  /** The last transaction of each page, the newest first, by endpoint and account. Only of long histories. */
  readonly #walks = new Map<string, readonly Mention[]>();

  constructor(pagesMax = PAGES_MAX) {
    this.#pagesMax = pagesMax;
  }

  /**
   * Successful transactions of final slots that name an account, the newest first.
   *
   * @param slots - `until`: the last slot of the range; `seen`: the slot that the endpoint must have finalized, which is
   * `until` by default
   */
  async read(
    endpoint: RpcEndpoint,
    address: string,
    { from, until, seen = until }: { readonly from: number; readonly until: number; readonly seen?: number },
  ): Promise<SomeMentions> {
    const key = `${endpoint.name} ${address}`;
    const known = this.#walks.get(key) ?? [];
    const start = startIn(known, from);
    const ends = known.slice(0, start + 1);
    const newest = ends.at(-1);
    const found: Mention[] = [];
    try {
      for (let page = 0; page < this.#pagesMax; page++) {
        const { mentions, last } = await readMentions(endpoint, address, {
          before: ends.at(-1)?.signature,
          seen,
        });
        found.push(...mentions.filter(({ slot }) => slot >= from && slot <= until));
        ends.push(last ?? BEGINNING);
        if (last !== null && last.slot >= from) continue;
        // One that stands in the same slot as the newest end may have been left out.
        const upTo = newest === undefined ? until : Math.min(until, newest.slot - 1);
        if (newest !== undefined) this.#keep(key, ends.length > known.length ? ends : known);
        return { mentions: found.filter(({ slot }) => slot <= upTo), upTo };
      }
    } catch (error) {
      // The endpoint may not know any more what the walk begins at.
      this.#walks.delete(key);
      throw error;
    }
    this.#keep(key, ends);
    return { mentions: [], upTo: from - 1 };
  }

  #keep(key: string, ends: readonly Mention[]): void {
    this.#walks.delete(key);
    this.#walks.set(key, ends);
    const [oldest] = this.#walks.keys();
    if (this.#walks.size > WALKS_MAX && oldest !== undefined) this.#walks.delete(oldest);
  }
}

/**
 * After which end of a page to begin: at the last one while the walk has not come down to the slot, otherwise some pages
 * above the slot.
 *
 * @returns -1 to begin with the newest transaction
 */
function startIn(ends: readonly Mention[], from: number): number {
  const lowest = ends.findLastIndex(({ slot }) => slot >= from);
  if (lowest < 0 || lowest === ends.length - 1) return lowest;
  let start = Math.max(0, lowest - PAGES_TOGETHER);
  // Callers begin again with the last slot that they have: there has to be one after it.
  while (start >= 0 && (ends[start]?.slot ?? 0) <= from + 1) start -= 1;
  return start;
}
