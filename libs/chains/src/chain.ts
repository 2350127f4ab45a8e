import type { ChainName, Currency } from '@stablecoin/contracts';
import type { ChainAddresses, ReadsAccounts } from './accounts';
import type { ChainWallets } from './chain-wallets';
import type { ChainCosts } from './costs';
import type { ChainHistory, EarlierUse, EarlierUseRequest } from './past-transfers';
import type { Quote, QuoteRequest } from './quotes';
import type { Authorization, Observation, PrecheckFailure, Submission } from './transfers';

/**
 * A way to move money on chain, made for batches. `simulated` implements it for the sandbox; adapters for real
 * chains pass the same contract suite (`chain.contract.ts`). Where a family of chains has no such thing at all, its
 * capability is null.
 */
export interface Chain extends ReadsAccounts {
  /** Null where no contract says anything about addresses. */
  readonly addresses: ChainAddresses | null;
  /** Null where sending costs nothing. */
  readonly costs: ChainCosts | null;
  /** Null where nothing is left of what was sent. */
  readonly history: ChainHistory | null;
  /** Wallets whose limits this chain enforces; null where it has none. */
  readonly wallets: ChainWallets | null;

  /** Fee, time and health of every candidate, in the order given. */
  quote(request: QuoteRequest): Promise<readonly Quote[]>;

  /** Why an address can never be paid, in words for a client; null when it may be, which promises nothing. */
  refusalOf(request: {
    readonly chain: ChainName;
    readonly to: string;
    readonly currency: Currency;
  }): Promise<string | null>;

  /** The sender that takes a new authorization, and until when it is valid. */
  authorize(request: { readonly chain: ChainName; readonly at: number }): {
    readonly sender: string;
    readonly validUntil: number;
  };

  /** How many of these authorizations one submission can carry, from the first on; at least one. */
  capacity(authorizations: readonly Authorization[]): number;

  /**
   * What an on-chain id was used for before; null: nothing.
   *
   * @throws Error while no majority of the configured endpoints agrees (protocol rule 29): never taken for "nothing"
   */
  earlierUse(request: EarlierUseRequest): Promise<EarlierUse | null>;

  /** Looks for what would keep an authorization from going out. `null`: nothing does. */
  precheck(authorization: Authorization, now: number): Promise<PrecheckFailure | null>;

  /**
   * Signs. Sends nothing: the result is persisted on the sender's stream first (protocol rule 16).
   *
   * @param liveNonces - those of the sender's submissions that are not final, by its stream; asked where there are any
   */
  assemble(authorizations: readonly Authorization[], liveNonces: () => Promise<readonly number[]>): Promise<Submission>;

  /**
   * Sends bytes that were read back from the sender's stream. A lost or refused answer says nothing about what
   * became of them: only {@link observe} does.
   */
  broadcast(submission: Submission, authorizations: readonly Authorization[]): Promise<void>;

  /** What became of each authorization of a submission, in the order given. */
  observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]>;

  /**
   * What has to be persisted and sent in the place of a submission of which something is still unknown: the same
   * authorizations, under the same nonce where there is one, with fees that are enough; or in new transactions, where
   * the ones before can provably never be carried out any more (protocol rule 17). `null`: there is nothing to be done.
   */
  replacement(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<Submission | null>;

  /** When it is worth observing again, in milliseconds from now. */
  pollAfterMs(authorizations: readonly Authorization[], now: number): number;

  /** Where a person can look at a transaction; null where there is no such place. */
  explorerUrl(chain: ChainName, hash: string): string | null;
}
