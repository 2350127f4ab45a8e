import type { ChainName, Coin, Currency } from '../money';
import type { CurrencyBalances } from './shared-shapes';

export type ChainBalances = Readonly<Record<ChainName, CurrencyBalances>>;

export interface TreasuryBalance {
  readonly usdc: string;
  readonly eurc: string;
  /** USDC by chain (API contract, Treasury balance). */
  readonly chains: Readonly<Record<ChainName, string>>;
  readonly available: ChainBalances;
  readonly reserved: ChainBalances;
  /** Deposits whose sender is not cleared. The totals do not include them. */
  readonly held: ChainBalances;
  readonly as_of: string;
}

/** The balance at the end of an interval, with reserved amounts and without held deposits. */
export interface BalanceInterval extends CurrencyBalances {
  readonly start: string;
  readonly chains: ChainBalances;
}

/** The books of a treasury beside what a chain holds, in one currency. */
export interface ReconciledBalance {
  readonly chain: ChainName;
  readonly currency: Currency;
  /** `available`, `in_flight` and `held` together. */
  readonly booked: string;
  readonly available: string;
  /** Reserved for payments that have not ended. */
  readonly in_flight: string;
  /** Deposits whose sender is not cleared. */
  readonly held: string;
  /** At a final block; null: not known here. */
  readonly onchain: string | null;
  /** What the chain holds more (negative: less) than payments and deposits under way can explain; null: not known here. */
  readonly difference: string | null;
  readonly status: 'matched' | 'differs' | 'unknown' | 'simulated';
  /** The time of that block; null: not known here. */
  readonly read_at: string | null;
}

export interface TreasuryReconciliation {
  readonly as_of: string;
  readonly data: readonly ReconciledBalance[];
}

export interface TreasurySettings {
  readonly low_balance: {
    readonly total: string | null;
    readonly chains: Readonly<Record<ChainName, string | null>>;
  };
}

export const LEDGER_KINDS = [
  'opened',
  'credited',
  'held',
  'released',
  'reserved',
  'posted',
  'voided',
  'returned',
  'network_fee',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export interface LedgerEntry {
  readonly id: string;
  readonly at: string;
  readonly kind: LedgerKind;
  /** The coin of the chain for a network fee. */
  readonly currency: Currency | Coin;
  readonly chain: ChainName;
  readonly payment_id: string | null;
  /** Signed amounts that sum to zero. */
  readonly postings: readonly { readonly account: string; readonly amount: string }[];
}
