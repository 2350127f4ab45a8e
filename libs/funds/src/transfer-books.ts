import type { TransferToBook } from './domain';

/** Books in which a person may book transfers that no payment explains, while no service runs. */
export interface TransferBooks {
  /** Whether the transfer with this id is booked, for a payment that was found on chain or by a person. */
  isBooked(transferId: string): Promise<boolean>;
  /** Books one. @throws Error when it was booked before */
  book(transfer: TransferToBook): Promise<void>;
}
