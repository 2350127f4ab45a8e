import type { DepositScreening } from '@stablecoin/contracts';
import type { Money } from './money';

/** All of a deposit that is not available yet, because what follows from an event is found without state (rule 9). */
export type HeldDeposit = Money &
  DepositScreening & {
    readonly transferId: string;
    readonly from: string;
    readonly txHash: string;
    /** When it was booked, in milliseconds since the epoch. */
    readonly heldAt: number;
  };

/** Why a person has to decide. */
export type DepositFlag = {
  /** The screening; null: there is none, because the sender is not known. */
  readonly ref: string | null;
  readonly reason: string;
};

/** A deposit that nobody has decided on. */
export type WaitingDeposit = HeldDeposit & {
  /** Null: its sender is being screened. */
  readonly flag: DepositFlag | null;
};
