import type { Units } from '@stablecoin/contracts';
import type { EndedSubmission } from './transfers';

/** The network fee of a transaction in a final block. */
export interface NetworkFee {
  readonly hash: string;
  /** In the smallest units of the chain's coin: wei, or lamports. */
  readonly amount: Units;
}

/** What a sender has for fees. */
export interface Gas {
  readonly sender: string;
  /** Number of transfers that the gas still pays for, each sent alone at current prices. */
  readonly transfers: number;
}

/** What sending costs in the chain's coin. */
export interface ChainCosts {
  /** What the senders have left for fees. */
  gas(): Promise<readonly Gas[]>;

  /**
   * What a submission has cost in all, by transaction.
   *
   * @returns null while it may still cost something: its transfers have expired, but a block may take its bytes
   * @throws Error when it is not known yet
   */
  fees(submission: EndedSubmission): Promise<readonly NetworkFee[] | null>;
}
