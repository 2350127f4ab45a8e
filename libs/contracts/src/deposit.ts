import type { Currency } from './money';
import type { Message } from './message';
import type { PrincipalIds } from './policy';
import type { PageRequest, WalletBound } from './query';
import type { Deposit, DepositStatus } from './resources/deposits';

/** A transfer that is credited to the held bucket until its sender is cleared. */
export type DepositScreening = {
  /** `dep_…`: the same for every repetition of the transfer. */
  readonly depositId: string;
  /** Whom the money came from; null: not known, so a person decides. */
  readonly sender: string | null;
  /** The token account that the money left. Missing where it has no address of its own. */
  readonly tokenAccount?: string;
};

/** A person's decision on a held deposit: `clear` makes the money available, `keep` leaves it held for good. */
export interface DepositDecision {
  readonly depositId: string;
  readonly decision: 'clear' | 'keep';
  readonly note: string | null;
  /** The API key. */
  readonly decidedBy: string;
  /** Who decides. */
  readonly by: PrincipalIds;
}

/** Key: {@link treasuryKey}. */
export type TreasuryDecideDeposit = Message<'treasury.DecideDeposit', DepositDecision>;
/** Key: the wallet's id. */
export type WalletDecideDeposit = Message<'wallet.DecideDeposit', DepositDecision & { readonly walletId: string }>;

/** A deposit as events carry it: without the note of the decision, which is for those who may read deposits. */
export type DepositEventData = Omit<Deposit, 'decision_note'>;

/** Public; key: {@link treasuryKey}, or the wallet's id. A person has to decide. */
export type TreasuryDepositHeld = Message<'treasury.deposit_held', DepositEventData>;
export type WalletDepositHeld = Message<'wallet.deposit_held', DepositEventData>;
/** Public; same keys. The money of a deposit that was held is available. */
export type TreasuryDepositReleased = Message<'treasury.deposit_released', DepositEventData>;
export type WalletDepositReleased = Message<'wallet.deposit_released', DepositEventData>;

/** Asks for the screening of a deposit's sender. Key: the sender. */
export type ScreenDeposit = Message<
  'compliance.ScreenDeposit',
  {
    readonly depositId: string;
    /** Null: the treasury received it. */
    readonly walletId: string | null;
    readonly address: string;
    /** The token account of the sender that the money left; it is screened as well. */
    readonly tokenAccount?: string;
    /** As a decimal. */
    readonly amount: { readonly value: string; readonly currency: Currency };
  }
>;

/** A page of deposits. */
export interface DepositsRequest extends PageRequest, WalletBound {
  readonly status: DepositStatus | null;
  /** A wallet's id: only those of it. */
  readonly wallet: string | null;
}
