import type { EarlierUseRequest } from '@stablecoin/chains';
import { describeError } from '@stablecoin/errors';
import type { Log } from '@stablecoin/event-sourcing';
import { CHAIN_NAMES, familyOf } from '@stablecoin/money';
import type { ChainFamily } from '@stablecoin/money';
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
  readonly #isRestored: boolean;

  constructor(parts: { readonly quotes: ChainQuotes; readonly log: Log; readonly isRestored: boolean }) {
    this.#quotes = parts.quotes;
    this.#log = parts.log;
    this.#isRestored = parts.isRestored;
  }

  /**
   * @param request - `chain`: the one that the payment is about to be made on
   * @returns undefined when there is none; `unknown` while a transfer is not final on a chain that does not refuse a second
   * one, and while a chain does not say that does not refuse one either, or after a restore
   */
  async find(
    livemode: boolean,
    { chain: near, ...asked }: Omit<EarlierUseRequest, 'areRecordsMissing'>,
  ): Promise<Earlier | undefined> {
    const chain = this.#quotes.chain(livemode);
    const names = CHAIN_NAMES.filter((each) => familyOf(each) === familyOf(near));
    const uses = await Promise.all(
      names.map(async (name) => {
        try {
          return (await chain.earlierUse?.({ chain: name, ...asked, areRecordsMissing: this.#isRestored })) ?? null;
        } catch (error) {
          const fields = { chain: name, error: describeError(error) };
          this.#log.warn(fields, 'a chain does not say whether a payment was made before');
          // Where nothing is missing from the records, a chain that refuses a second use need not be waited for.
          return this.#isRestored || !REFUSES_A_SECOND_USE[familyOf(name)] ? 'unknown' : null;
        }
      }),
    );
    const use = uses.find((each) => each !== null && each !== 'unknown') ?? uses.find((each) => each === 'unknown');
    if (use === undefined) return undefined;
    if (use === 'unknown' || (use.state === 'recent' && !use.isGuarded)) return 'unknown';
    return { use, explorerUrl: use.state === 'final' ? chain.explorerUrl(use.chain, use.hash) : null };
  }
}
