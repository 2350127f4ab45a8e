import type {
  CreateWalletMessage,
  DepositDecision,
  InboundTransfer,
  OnchainWallet,
  ReservationRef,
  ReservationRequest,
  ReservationReturn,
  ScreeningOutcome,
  WalletPosting,
  PrincipalIds,
} from '@stablecoin/contracts';
import type { ExpireApproval, TransferToBook } from '@stablecoin/funds/domain';
import type { SignedTransfer } from './wallet-events';
import type { Command } from '@stablecoin/event-sourcing';

/** A signature that came with an approval, and whose it is; or why nothing can be said of it. */
export type GivenSignature =
  | {
      readonly sealed: string;
      readonly signer: string;
      /** The service has signed it. */
      readonly isOperator?: true;
    }
  | { readonly problem: string };

interface Decision {
  readonly approvalId: string;
  readonly approver: string | null;
}

/** Null: no signature was given, and none could be made. */
export type ApprovePayment = Command<
  'ApprovePayment',
  Decision & { readonly signature: GivenSignature | null; readonly by: PrincipalIds }
>;
export type RejectPayment = Command<'RejectPayment', Decision & { readonly reason?: string }>;

/** The address comes with the command, and what the wallet is on chain: making them is not for a decider. */
export type CreateWallet = Command<
  'CreateWallet',
  CreateWalletMessage['data'] & { readonly address: string; readonly contract?: OnchainWallet }
>;
export type RecordVerification = Command<'RecordVerification', ScreeningOutcome>;
/** The approval that a payment over the limit waits for is named, and ends, as the command says. */
export type ReserveFunds = Command<
  'ReserveFunds',
  ReservationRequest & {
    readonly approvalId: string;
    readonly approvalExpiresAt: number;
    /** What approvers would sign; left out where they sign nothing. */
    readonly transfer?: SignedTransfer;
    /** It has settled before, so its amount has left the books: its owners are asked, and nothing is set aside. */
    readonly isPosted?: true;
  }
>;
export type PostReservation = Command<'PostReservation', WalletPosting>;
/** From a person, after a restore. */
export type BookTransfer = Command<'BookTransfer', TransferToBook>;
export type VoidReservation = Command<'VoidReservation', ReservationRef>;
/** From a payment whose transfer was provably not made. */
export type ReturnReservation = Command<'ReturnReservation', ReservationReturn>;
export type CreditWallet = Command<'CreditWallet', InboundTransfer>;
/** What compliance says of the sender of a deposit. */
export type RecordDepositScreening = Command<
  'RecordDepositScreening',
  ScreeningOutcome & { readonly depositId: string }
>;
export type DecideDeposit = Command<'DecideDeposit', DepositDecision>;
/** From the watch over open reservations. */
export type MarkOverdue = Command<'MarkOverdue', ReservationRef>;

export type WalletCommand =
  | CreateWallet
  | RecordVerification
  | ReserveFunds
  | PostReservation
  | ReturnReservation
  | BookTransfer
  | VoidReservation
  | CreditWallet
  | RecordDepositScreening
  | DecideDeposit
  | MarkOverdue
  | ApprovePayment
  | RejectPayment
  | ExpireApproval;
