import type {
  Units,
  ConfigureTreasury,
  DepositDecision,
  FoundTransfer,
  NetworkFeePaid,
  ReservationRef,
  ReservationRequest,
  ReservationReturn,
  ScreeningOutcome,
  InboundTransfer,
  ChainName,
  PrincipalIds,
} from '@stablecoin/contracts';
import type { ExpireApproval, TransferToBook } from '@stablecoin/funds/domain';
import type { ChainOpened, SetAsideTransaction } from './followed-chains';
import type { ChainReading } from './reconciliation';
import type { Command } from '@stablecoin/event-sourcing';

/** Name and end of the approval that a payment waits for. */
export interface ApprovalTerms {
  readonly approvalId: string;
  /** Milliseconds since the epoch. */
  readonly approvalExpiresAt: number;
}

/** `by` is who approves. */
export type ApprovePayment = Command<'ApprovePayment', { readonly approvalId: string; readonly by: PrincipalIds }>;
export type RejectPayment = Command<'RejectPayment', { readonly approvalId: string; readonly reason?: string }>;

/** A page of deposits, as the chain tells of them once they are final. */
export type FollowDeposits = Command<
  'FollowDeposits',
  {
    readonly chain: ChainName;
    /** Where the books were when the page was read: only one page ever begins there. */
    readonly after: string;
    readonly cursor: string;
    readonly deposits: readonly FollowedDeposit[];
    /** What could not be read of the page. Left out: nothing. */
    readonly setAside?: readonly SetAsideTransaction[];
  }
>;
/** A transaction that was set aside was read. */
export type CreditSetAside = Command<
  'CreditSetAside',
  {
    readonly chain: ChainName;
    readonly txHash: string;
    /** All that it has brought. */
    readonly deposits: readonly FollowedDeposit[];
  }
>;
/** `transferId`: the transfer's own identity, over all chains. */
export type FollowedDeposit = Omit<InboundTransfer, 'chain'>;
/** The balances of a chain were read, and are not what the books say. */
export type ReconcileBalances = Command<'ReconcileBalances', ChainReading>;

/** What a treasury holds of each currency on each chain when it is opened; zero in live mode, where chains are opened. */
interface Opening {
  readonly opening: Units;
}

/** The approval that the payment may have to wait for is named, and ends, as the command says. */
export type ReserveFunds = Command<'ReserveFunds', ReservationRequest & Partial<ApprovalTerms> & Opening>;
export type PostReservation = Command<'PostReservation', ReservationRef>;
/** From a payment whose transfer was found on chain. */
export type PostFound = Command<'PostFound', ReservationRef & { readonly found: FoundTransfer } & Opening>;
/** From a person, after a restore. */
export type BookTransfer = Command<'BookTransfer', TransferToBook & Opening>;
export type VoidReservation = Command<'VoidReservation', ReservationRef & Opening>;
/** From a payment whose transfer was provably not made. */
export type ReturnReservation = Command<'ReturnReservation', ReservationReturn>;
export type CreditTreasury = Command<'CreditTreasury', InboundTransfer & Opening>;
/** What compliance says of the sender of a deposit. */
export type RecordDepositScreening = Command<
  'RecordDepositScreening',
  ScreeningOutcome & { readonly depositId: string }
>;
export type DecideDeposit = Command<'DecideDeposit', DepositDecision>;
export type Configure = Command<'ConfigureTreasury', ConfigureTreasury['data'] & Opening>;
/** From the watch over open reservations. */
export type MarkOverdue = Command<'MarkOverdue', ReservationRef>;

/** Opens the books of a chain when it is first checked. */
export type OpenChain = Command<'OpenChain', ChainOpened['data'] & Opening>;

type Opens = ReserveFunds | PostFound | BookTransfer | VoidReservation | CreditTreasury | Configure | OpenChain;
export type BookNetworkFee = Command<'BookNetworkFee', NetworkFeePaid>;

export type TreasuryCommand =
  | Opens
  | PostReservation
  | ReturnReservation
  | MarkOverdue
  | FollowDeposits
  | CreditSetAside
  | RecordDepositScreening
  | DecideDeposit
  | ReconcileBalances
  | BookNetworkFee
  | ApprovePayment
  | RejectPayment
  | ExpireApproval;
