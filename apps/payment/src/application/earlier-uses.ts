import type { EarlierUse, EarlierUseRequest } from '@stablecoin/chains';
import { describeError } from '@stablecoin/errors';
import type { Log } from '@stablecoin/event-sourcing';
import { CHAIN_NAMES, familyOf } from '@stablecoin/money';
import type { ChainQuotes } from './chain-quotes';

/** A use that was found, and where a person can look at it. */
export interface FoundUse {
  readonly use: EarlierUse;
  readonly explorerUrl: string | null;
}

/**
 * Asks the chains whether the on-chain id of a payment was used by an earlier one, of which a restored service has no record
 * (protocol rule 31). Every chain of the recipient's kind is asked: the router may have chosen another one then.
 */
export class EarlierUses {
  readonly #quotes: ChainQuotes;
  readonly #log: Log;
  /** Whether records may be missing, so that every chain has to answer. */
  readonly #isRestored: boolean;

  constructor(parts: { readonly quotes: ChainQuotes; readonly log: Log; readonly isRestored: boolean }) {
    this.#quotes = parts.quotes;
    this.#log = parts.log;
    this.#isRestored = parts.isRestored;
  }

  /**
   * @param request - `chain`: the one that the payment is about to be made on
   * @returns undefined when there is none
   * @throws Error while a transfer is not final on a chain that does not refuse a second one, and after a restore, while a
   * chain does not say
   */
  async find(
    livemode: boolean,
    { chain: near, ...asked }: Omit<EarlierUseRequest, 'areRecordsMissing'>,
  ): Promise<FoundUse | undefined> {
    const chain = this.#quotes.chain(livemode);
    const names = CHAIN_NAMES.filter((each) => familyOf(each) === familyOf(near));
    const uses = await Promise.all(
      names.map(async (name) => {
        try {
          return (await chain.earlierUse?.({ chain: name, ...asked, areRecordsMissing: this.#isRestored })) ?? null;
        } catch (error) {
          if (this.#isRestored) throw error;
          // Nothing is missing from the records, and the chain itself refuses a second use.
          this.#log.warn(
            { chain: name, error: describeError(error) },
            'a chain does not say whether a payment was made',
          );
          return null;
        }
      }),
    );
    const use = uses.find((each) => each !== null);
    if (use === undefined) return undefined;
    if (use.state === 'recent' && !use.isGuarded) throw new Error('a payment was made before, and is not final yet');
    return { use, explorerUrl: use.state === 'final' ? chain.explorerUrl(use.chain, use.hash) : null };
  }
}
