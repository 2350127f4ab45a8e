import type { CheckName, CheckResult, ChainName, Currency } from '@stablecoin/contracts';

/** Who is screened, and what for: the recipient of a payment, the sender of a deposit, a wallet's owner, or an address alone. */
export interface ScreeningSubject {
  /** Names the screening in what its client sees: `cpl_…`. */
  readonly ref: string;
  readonly account: string;
  /** In the spelling of `parseAddress`; null when an owner is screened. */
  readonly address: string | null;
  /**
   * The token account that is to be paid or has paid, where the address is its owner: both are screened, each by its own
   * subject. Null: it is the address itself.
   */
  readonly tokenAccount: string | null;
  /** Accounts in which the address receives USDC and EURC, where they have addresses of their own. */
  readonly accounts: readonly string[];
  /** `agent:<name>` or `user:<id>`; null when an address is screened. */
  readonly owner: string | null;
  /** ISO 3166-1 alpha-2 in upper case; null when it is not known. */
  readonly country: string | null;
  /** Every chain that the payment may be made on: screening comes before routing. Empty when an owner is screened. */
  readonly chains: readonly ChainName[];
  /** What is to be paid or has come in; null outside of both, and where no source decides by it. */
  readonly payment: ScreenedPayment | null;
  /** Which try this is at this check of this screening, from 1. It is persisted, so a restart does not start over. */
  readonly attempt: number;
}

/** A payment whose recipient, or a deposit whose sender, is screened. */
export interface ScreenedPayment {
  /** `pay_…`, or `dep_…`. */
  readonly id: string;
  /** Decimal. */
  readonly amount: string;
  readonly currency: Currency;
  /** Seen from the treasury or wallet. */
  readonly direction: 'outbound' | 'inbound';
}

/** What a finding rests on, so that it can be shown years later. */
export interface Evidence {
  /** Who was asked: a URL without secrets, or a contract with its chain. */
  readonly source: string;
  /** Which state of the source: a publication date with the file's hash, or a block. Null where it has none. */
  readonly version: string | null;
  /** The entry that was matched, as the source names it. Null without a match. */
  readonly matched: string | null;
  /** When the source was read, epoch milliseconds. */
  readonly at: number;
  /** What the source said beyond that: short JSON text. */
  readonly data?: string;
}

/** What a provider found. */
export interface Finding {
  /** `review`: a person has to decide. `not_covered`: the provider cannot know; neither a pass nor a fail. */
  readonly outcome: CheckResult['outcome'];
  /** What the outcome rests on, in a sentence; it is kept and shown with the result. */
  readonly evidence: string;
  readonly details?: Evidence;
  /** Until when the finding may be used again, epoch milliseconds; absent: as long as the cache keeps results. */
  readonly validUntil?: number;
  /**
   * When the list that the finding rests on has its next version, epoch milliseconds: a payment that was cleared is
   * compared with it then. Absent: the list tells of each new version.
   */
  readonly nextVersionAt?: number;
}

/**
 * A source of one kind of screening. One contract suite (`screening-provider.contract.ts`) runs against every adapter.
 */
export interface ScreeningProvider {
  /** Names the provider in results. */
  readonly name: string;
  readonly check: CheckName;
  /** It decides by amount and currency: what it finds for one payment says nothing about another. */
  readonly decidesByAmount?: boolean;
  /** It knows people, not addresses: a pass for a token account goes for its owner too, and the other way round. */
  readonly oneNameSuffices?: boolean;
  /**
   * Screens a subject. It may be asked the same again.
   *
   * @param signal - ends the wait; the promise then rejects
   * @returns a finding, or `later` when the provider will decide through the review endpoint
   * @throws Error when there is no finding, now or in time: never taken for a pass, and asked again by the caller
   */
  screen(subject: ScreeningSubject, signal: AbortSignal): Promise<Finding | 'later'>;
}
