import type { ChainName, Currency, Units } from './money';
import type {
  DepositScreening,
  DepositsRequest,
  TreasuryDecideDeposit,
  TreasuryDepositHeld,
  TreasuryDepositReleased,
} from './deposit';
import type { Message } from './message';
import type { PrincipalIds, PaymentPolicy } from './policy';
import type { ById, Outcome, OutcomeRequest, PageRequest, Tenant, WalletBound } from './query';
import type { Approval, ApprovalStatus } from './resources/approvals';
import type { Deposit } from './resources/deposits';
import type { PaymentErrorCode, StatsIntervalName } from './resources/payments';
import type { Page } from './resources/shared-shapes';
import type {
  BalanceInterval,
  LedgerEntry,
  LedgerKind,
  TreasuryBalance,
  TreasuryReconciliation,
  TreasurySettings,
} from './resources/treasury';

/** Reserves funds on the first candidate that holds enough, in a treasury or a wallet. */
export interface ReservationRequest {
  /** Payment id and attempt: `pay_…#1` (protocol rule 11). */
  readonly reservationId: string;
  readonly paymentId: string;
  readonly amount: Units;
  readonly currency: Currency;
  /** In order; never empty. */
  readonly candidates: readonly ChainName[];
  /** Missing when no policy asks anything of the payment. */
  readonly policy?: PaymentPolicy;
}

export interface ReservationRef {
  readonly reservationId: string;
  readonly paymentId: string;
}

/** A transfer that a chain had made for a payment before the payment was authorized. It is booked once, by its identity. */
export interface FoundTransfer {
  /** The payment's on-chain id. */
  readonly transferId: string;
  readonly chain: ChainName;
  readonly currency: Currency;
  readonly amount: Units;
  readonly block: number;
}

/** The money has left. What was found on chain needs no reservation, and ends the one that there is. */
export interface FundsPosting extends ReservationRef {
  readonly found?: FoundTransfer;
}

/** An inbound transfer. It is credited once, by its identity (protocol rule 4). */
export interface InboundTransfer {
  readonly transferId: string;
  readonly chain: ChainName;
  readonly currency: Currency;
  readonly amount: Units;
  readonly from: string;
  readonly txHash: string;
  /** Who is screened before the money is available. Missing: it is available at once. */
  readonly screening?: DepositScreening;
}

/** Key of every command: {@link treasuryKey}. */
export type TreasuryReserveFunds = Message<'treasury.ReserveFunds', ReservationRequest>;
export type TreasuryPostReservation = Message<'treasury.PostReservation', FundsPosting>;
/** Closes a reservation, or an approval that waits for one. */
export type TreasuryVoidReservation = Message<'treasury.VoidReservation', ReservationRef>;
/** A reservation that was posted: the chain has proven that its money has not left. */
export interface ReservationReturn extends ReservationRef {
  readonly chain: ChainName;
  readonly currency: Currency;
  readonly amount: Units;
}
export type TreasuryReturnReservation = Message<'treasury.ReturnReservation', ReservationReturn>;
/** `by` is who approves. */
export type TreasuryApprovePayment = Message<
  'treasury.ApprovePayment',
  { readonly approvalId: string; readonly by: PrincipalIds }
>;
export type TreasuryRejectPayment = Message<
  'treasury.RejectPayment',
  { readonly approvalId: string; readonly reason?: string }
>;
export type CreditTreasuryMessage = Message<'treasury.CreditTreasury', InboundTransfer>;
/** A threshold that is omitted does not change; null removes it. */
export type ConfigureTreasury = Message<
  'treasury.ConfigureTreasury',
  {
    readonly lowBalance: {
      readonly total?: Units | null;
      readonly chains?: Readonly<Partial<Record<ChainName, Units | null>>>;
    };
  }
>;

/** The network fee of a submission. It is booked once, by the submission's hash. */
export interface NetworkFeePaid {
  readonly submission: string;
  readonly chain: ChainName;
  /** In wei or lamports, over all transactions. */
  readonly amount: Units;
  /** Hashes of the transactions that are in a block. */
  readonly transactions: readonly string[];
}
export type BookNetworkFeeMessage = Message<'treasury.BookNetworkFee', NetworkFeePaid>;

export type TreasuryCommandMessage =
  | TreasuryReserveFunds
  | TreasuryPostReservation
  | TreasuryVoidReservation
  | TreasuryReturnReservation
  | TreasuryApprovePayment
  | TreasuryRejectPayment
  | CreditTreasuryMessage
  | TreasuryDecideDeposit
  | ConfigureTreasury
  | BookNetworkFeeMessage;

/** One treasury per account and mode: `acme.test`, `acme.live`. */
export function treasuryKey(tenant: Tenant): string {
  return `${tenant.account}.${tenant.livemode ? 'live' : 'test'}`;
}

export interface FundsReserved extends ReservationRef {
  readonly chain: ChainName;
}
export interface ReservationRefused extends ReservationRef {
  readonly code: PaymentErrorCode;
  readonly message: string;
}
/** The payment waits for an approval. */
export interface ApprovalRequested extends ReservationRef {
  readonly approvalId: string;
}

/** Key of all but the last three: the payment's id. */
export type TreasuryEventMessage =
  | Message<'treasury.funds_reserved', FundsReserved>
  | Message<'treasury.reservation_refused', ReservationRefused>
  | Message<'treasury.reservation_overdue', ReservationRef>
  | Message<'treasury.approval_requested', ApprovalRequested>
  | TreasuryDepositHeld
  | TreasuryDepositReleased
  | LowBalance;

/** Public; key: the treasury. Balance fell below a threshold; one event per crossing. */
export type LowBalance = Message<
  'treasury.low_balance',
  TreasuryBalance & {
    readonly scope: 'total' | ChainName;
    readonly threshold: string;
    readonly balance: string;
  }
>;

/** A page of a ledger. */
export interface LedgerRequest extends PageRequest {
  readonly kind: LedgerKind | null;
  readonly paymentId: string | null;
  /** Both exclusive, in milliseconds since the epoch. */
  readonly createdAfter: number | null;
  readonly createdBefore: number | null;
}

/** A page of approvals. */
export interface ApprovalsRequest extends PageRequest, WalletBound {
  readonly status: ApprovalStatus | null;
  /** A wallet's id: only those of it. */
  readonly wallet: string | null;
}

export interface TreasuryQueries {
  'treasury.balance': { params: Tenant; result: TreasuryBalance };
  'treasury.settings': { params: Tenant; result: TreasurySettings };
  /** One entry for each interval that has a moment from `from` on and before `to`, the earliest first. */
  'treasury.history': {
    params: Tenant & {
      /** Milliseconds since the epoch. */
      readonly from: number;
      readonly to: number;
      readonly interval: StatsIntervalName;
    };
    result: readonly BalanceInterval[];
  };
  'treasury.reconciliation': { params: Tenant; result: TreasuryReconciliation };
  'treasury.ledger': { params: LedgerRequest; result: Page<LedgerEntry> };
  'treasury.approval': { params: ById; result: Approval | null };
  'treasury.approvals': { params: Omit<ApprovalsRequest, 'wallets' | 'wallet'>; result: Page<Approval> };
  'treasury.deposit': { params: ById; result: Deposit | null };
  /** The newest first. */
  'treasury.deposits': { params: Omit<DepositsRequest, 'wallets' | 'wallet'>; result: Page<Deposit> };
  /** `id` is {@link treasuryKey}. */
  'treasury.outcome': { params: OutcomeRequest; result: Outcome };
}
