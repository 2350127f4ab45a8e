import type { EarlierUseRequest } from '@stablecoin/chains';
import { describeError, CHAIN_NAMES, familyOf } from '@stablecoin/contracts';
import type { Log } from '@stablecoin/event-sourcing';
import type { ChainFamily, ChainName } from '@stablecoin/contracts';
import type { Earlier } from '../domain/payment-commands';
import type { ChainQuotes } from './chain-quotes';

/** Whether the contracts of a kind of chain refuse a second use of an on-chain id. */
const REFUSES_A_SECOND_USE: Readonly<Record<ChainFamily, boolean>> = { evm: true, solana: false };

/**
 * Asks the chains whether the on-chain id of a payment was used by an earlier one, of which a restored service has no record
 * (protocol rule 31). Every chain of the recipient's kind is asked: the router may have chosen another one then.
 */
export class EarlierUses {
  readonly #quotes: ChainQuotes;
  readonly #log: Log;
  /** Whether records may be missing, so that every chain has to answer. */
  readonly areRecordsMissing: boolean;
  /** The latest final block that was seen, by its time. */
  readonly #finalAt = new Map<ChainName, number>();

  constructor(parts: { readonly quotes: ChainQuotes; readonly log: Log; readonly isRestored: boolean }) {
    this.#quotes = parts.quotes;
    this.#log = parts.log;
    this.areRecordsMissing = parts.isRestored;
  }

  /**
   * @param request - `chain`: one of the recipient's kind
   * @param payerOn - the address that the payment leaves on a chain
   * @returns undefined when there is none; `unknown` while a chain does not say that does not refuse a second one, and after a
   * restore while any does not
   */
  async find(
    livemode: boolean,
    { chain: near, ...asked }: Omit<EarlierUseRequest, 'areRecordsMissing'>,
    payerOn: (chain: ChainName) => string,
  ): Promise<Earlier | undefined> {
    const router = this.#quotes.router(livemode);
    const names = CHAIN_NAMES.filter((each) => familyOf(each) === familyOf(near));
    const uses = await Promise.all(
      names.map(async (name) => {
        try {
          const request = { chain: name, ...asked, areRecordsMissing: this.areRecordsMissing };
          return (await router.find(name)?.earlierUse(request)) ?? null;
        } catch (error) {
          const fields = { chain: name, error: describeError(error) };
          this.#log.warn(fields, 'a chain does not say whether a payment was made before');
          // Where nothing is missing from the records, a chain that refuses a second use need not be waited for.
          return this.areRecordsMissing || !REFUSES_A_SECOND_USE[familyOf(name)] ? 'unknown' : null;
        }
      }),
    );
    const seen = uses.filter((each) => each !== null && each !== 'unknown');
    const made = seen.find((each) => each.state === 'final');
    if (made !== undefined) {
      const explorerUrl = router.on(made.chain).explorerUrl(made.chain, made.hash);
      return { use: made, explorerUrl, payer: payerOn(made.chain) };
    }
    const recent = seen.find((each) => each.state === 'recent');
    if (recent !== undefined) return { use: recent, explorerUrl: null, payer: payerOn(recent.chain) };
    return uses.includes('unknown') ? 'unknown' : undefined;
  }

  /**
   * Whether a live chain has a final block of after a time: what was valid until then is made, or never will be.
   *
   * @param at - in milliseconds since the epoch
   * @returns false also while the chain does not say
   */
  async isFinalAfter(chain: ChainName, at: number): Promise<boolean> {
    const known = this.#finalAt.get(chain) ?? 0;
    if (known > at) return true;
    try {
      const seen = await this.#quotes.router(true).on(chain).history?.payouts({ chain, payers: [], since: at });
      const finalAt = Math.max(known, seen?.at ?? Infinity);
      this.#finalAt.set(chain, finalAt);
      return finalAt > at;
    } catch (error) {
      this.#log.warn({ chain, error: describeError(error) }, 'a chain does not say which block is final');
      return false;
    }
  }
}
