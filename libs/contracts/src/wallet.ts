import type { ChainName, Currency, Units } from './money';
import type { DepositsRequest, WalletDecideDeposit, WalletDepositHeld, WalletDepositReleased } from './deposit';
import type { Message } from './message';
import type { PrincipalIds } from './policy';
import type { ById, Outcome, OutcomeRequest, PageRequest, WalletBound } from './query';
import type { Approval } from './resources/approvals';
import type { Deposit } from './resources/deposits';
import type { Metadata, Page } from './resources/shared-shapes';
import type { LedgerEntry } from './resources/treasury';
import type { ActiveWallet, OnchainView, Wallet } from './resources/wallets';
import type {
  ApprovalRequested,
  ApprovalsRequest,
  FundsReserved,
  InboundTransfer,
  LedgerRequest,
  FundsPosting,
  ReservationRef,
  ReservationRefused,
  ReservationRequest,
  ReservationReturn,
} from './treasury';

/**
 * A wallet on chain, with everything its address is derived from. Stored at creation, independent of later
 * configuration.
 */
export interface OnchainWallet {
  readonly walletId: string;
  readonly owners: readonly string[];
  readonly threshold: number;
  readonly spendLimit: Units | null;
  readonly address: string;
  readonly type: 'safe' | 'spl_multisig';
  readonly version: string;
  /** The contract that enforces the limit. */
  readonly module: string;
  /** The key that pays within the limit. */
  readonly spender: string;
}

/** What the owners of a wallet have signed. The signatures are sealed until the payment is sent. */
export interface SealedApproval {
  /** End of the validity of their signatures, in milliseconds since the epoch. */
  readonly validUntil: number;
  readonly signatures: readonly SealedSignature[];
}
export type SealedSignature = {
  readonly owner: string;
  readonly sealed: string;
};

/** Who pays, where that is a wallet on chain. */
export interface WalletPayer {
  readonly wallet: OnchainWallet;
  /** Null: within the limit. */
  readonly approval: SealedApproval | null;
}

/** Why a wallet cannot be created with these parameters. */
export interface WalletRefusal {
  readonly code: 'invalid_request' | 'chain_unavailable';
  readonly message: string;
  readonly param: string;
}

/** Key of every command but `RecordTransfer`: the wallet's id. */
export type CreateWalletMessage = Message<
  'wallet.CreateWallet',
  {
    readonly walletId: string;
    readonly owner: string;
    readonly chain: ChainName;
    readonly spendLimit: Units | null;
    readonly compliance: 'auto' | 'skip';
    readonly label: string | null;
    readonly approvers: readonly string[];
    readonly approvalThreshold: number;
    /** Missing when the wallet has none. */
    readonly metadata?: Metadata;
  }
>;
export type WalletReserveFunds = Message<
  'wallet.ReserveFunds',
  ReservationRequest & {
    readonly walletId: string;
    /** Whom the payment goes to. Missing in messages of earlier versions. */
    readonly to?: string;
    /** The nonce that approvers sign: 32 bytes in hex. Missing when it follows from the payment's id. */
    readonly onchainId?: string;
    /**
     * The payment had settled and a reorganization took its transfer away: its amount has left the books, and the owners of the
     * wallet are asked to sign it again. Missing: its amount is to be set aside.
     */
    readonly isPosted?: true;
  }
>;
export interface WalletPosting extends FundsPosting {
  /** The time of the block, where it is ahead of our clock. */
  readonly blockAt?: number;
}
export type WalletPostReservation = Message<'wallet.PostReservation', WalletPosting & { readonly walletId: string }>;
/** Closes a reservation, or an approval that waits for one. */
export type WalletVoidReservation = Message<'wallet.VoidReservation', ReservationRef & { readonly walletId: string }>;
export type WalletReturnReservation = Message<
  'wallet.ReturnReservation',
  ReservationReturn & { readonly walletId: string }
>;
export type ApprovePayment = Message<
  'wallet.ApprovePayment',
  {
    readonly walletId: string;
    readonly approvalId: string;
    readonly approver: string | null;
    /** The approver's signature, sealed; null or left out: none was given. */
    readonly sealedSignature?: string | null;
    /** Who approves. Missing in messages of earlier versions. */
    readonly by?: PrincipalIds;
  }
>;
export type RejectPayment = Message<
  'wallet.RejectPayment',
  {
    readonly walletId: string;
    readonly approvalId: string;
    readonly approver: string | null;
    readonly reason?: string;
  }
>;
export type CreditWalletMessage = Message<'wallet.CreditWallet', InboundTransfer & { readonly walletId: string }>;
/** A transfer was seen on chain. Credits the wallet with that address, if there is one. Key: the address. */
export type RecordTransfer = Message<'wallet.RecordTransfer', InboundTransfer & { readonly to: string }>;

export type WalletCommandMessage =
  | CreateWalletMessage
  | WalletReserveFunds
  | WalletPostReservation
  | WalletVoidReservation
  | WalletReturnReservation
  | ApprovePayment
  | RejectPayment
  | CreditWalletMessage
  | WalletDecideDeposit
  | RecordTransfer;

/**
 * Key of the first four: the payment's id; of the rest: the wallet's. `signedUntil`: what owners may have signed of a payment that had
 * settled is valid until then, in milliseconds since the epoch.
 */
export type WalletEventMessage =
  | Message<'wallet.funds_reserved', FundsReserved & { readonly payer?: WalletPayer }>
  | Message<'wallet.reservation_refused', ReservationRefused & { readonly signedUntil?: number }>
  | Message<'wallet.reservation_overdue', ReservationRef>
  | Message<'wallet.approval_requested', ApprovalRequested & { readonly walletId: string }>
  /** Public. */
  | Message<'wallet.created', ActiveWallet>
  /** Public: a wallet that was in review can be used. Beside `wallet.created`. */
  | Message<'wallet.activated', ActiveWallet>
  /** The verification of the owner waits for a review. */
  | Message<'wallet.in_review', { readonly walletId: string; readonly complianceRef: string }>
  /** The owner was not verified, so no wallet was created. */
  | Message<'wallet.refused', { readonly walletId: string; readonly complianceRef: string; readonly message: string }>
  | WalletFunded
  | WalletDepositHeld
  | WalletDepositReleased
  | SpendLimitReached;

/** Public. */
export type WalletFunded = Message<
  'wallet.funded',
  ActiveWallet & {
    readonly amount: string;
    readonly currency: Currency;
    readonly from: string;
    readonly txHash: string;
  }
>;
/** Public. */
export type SpendLimitReached = Message<
  'wallet.spend_limit_reached',
  ActiveWallet & {
    readonly approval_id: string;
    readonly payment_id: string;
    readonly amount: string;
    readonly currency: Currency;
  }
>;

/** A wallet, or why it was not created. */
export type WalletLookup =
  | { readonly state: 'exists'; readonly wallet: Wallet }
  | { readonly state: 'verifying' }
  | { readonly state: 'refused'; readonly message: string };

export interface WalletQueries {
  /** Active wallets, and those whose owner is in review or was blocked by one. */
  'wallet.get': { params: ById; result: Wallet | null };
  /** Also wallets whose owner is being verified, or was refused. */
  'wallet.lookup': { params: ById; result: WalletLookup | null };
  'wallet.list': {
    params: PageRequest &
      WalletBound & {
        readonly chain: ChainName | null;
        readonly owner: string | null;
        /** Every entry has to be there. */
        readonly metadata: Metadata;
        readonly createdAfter: number | null;
        readonly createdBefore: number | null;
      };
    result: Page<Wallet>;
  };
  /** The reason why a wallet cannot be created; null when it can. Creates nothing. */
  'wallet.refusal': {
    params: Pick<CreateWalletMessage['data'], 'chain' | 'spendLimit' | 'approvers' | 'approvalThreshold'> & {
      readonly livemode: boolean;
    };
    result: WalletRefusal | null;
  };
  /** What a final block says of a wallet; null: nothing, because it is in the sandbox. */
  'wallet.onchain': { params: ById; result: OnchainView | null };
  /** `id` is the wallet's; null: there is no such wallet. */
  'wallet.ledger': { params: LedgerRequest & ById; result: Page<LedgerEntry> | null };
  'wallet.approval': { params: ById; result: Approval | null };
  'wallet.approvals': { params: ApprovalsRequest; result: Page<Approval> };
  'wallet.deposit': { params: ById; result: Deposit | null };
  /** The newest first. */
  'wallet.deposits': { params: DepositsRequest; result: Page<Deposit> };
  /** `id` is the wallet's id. */
  'wallet.outcome': { params: OutcomeRequest; result: Outcome };
}
