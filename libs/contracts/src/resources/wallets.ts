import type { ChainName } from '../money';
import type { CurrencyBalances, Metadata } from './shared-shapes';

export interface Wallet {
  readonly id: string;
  /** Null unless it is active. */
  readonly address: string | null;
  readonly owner: string;
  readonly chain: ChainName;
  readonly spend_limit: string | null;
  readonly spent_24h: string;
  readonly label: string | null;
  /** `in_review`: the verification of the owner needs a review. `rejected`: the reviewer blocked the owner. */
  readonly status: 'active' | 'in_review' | 'rejected';
  readonly balances: CurrencyBalances;
  /** Deposits whose sender is not cleared: not in `balances`, and not to be spent. */
  readonly held: CurrencyBalances;
  readonly compliance_ref: string | null;
  readonly approvers: readonly string[];
  readonly approval_threshold: number;
  /** The contract that holds the money; null in the sandbox. */
  readonly contract: WalletContractView | null;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly metadata: Metadata;
}

/** The contract of a live wallet, as it was created. */
export interface WalletContractView {
  readonly type: 'safe' | 'spl_multisig';
  readonly version: string;
  /** The contract that enforces the limit. */
  readonly module: string;
  /** Whether a payment has deployed it. */
  readonly deployed: boolean;
  /** The key that pays within the limit. */
  readonly spender: string;
  readonly owners: readonly string[];
  readonly threshold: number;
}

/** What a final block says of a wallet. */
export interface OnchainView {
  readonly block: number;
  readonly limit: string | null;
  /** In the window of 24 hours that began at `window_start`. */
  readonly spent: string;
  /** Null: no window is open. */
  readonly window_start: string | null;
  readonly balances: CurrencyBalances;
}

/** A wallet that can receive and send. */
export interface ActiveWallet extends Wallet {
  readonly address: string;
  readonly status: 'active';
}
