import type {
  ChainName,
  Currency,
  Units,
  Metadata,
  OnchainWallet,
  PaymentErrorCode,
  SealedApproval,
  SealedSignature,
} from '@stablecoin/contracts';
import type {
  ApprovalCanceled,
  ApprovalGiven as Given,
  ApprovalRequested as Requested,
  Counts,
  DepositFlagged,
  DepositHeld,
  DepositKept,
  DepositReleased as Released,
  Money,
  ReservationId,
  ReservationOverdue,
  FoundTransferPosted as Found,
  ReservationPosted as Posted,
  ReservationReturned,
  ReservationVoided,
  TransferBooked as Booked,
  VoidRemembered,
} from '@stablecoin/funds/domain';

/** An interface as a type that can be stored in an event. */
type Plain<T> = T extends object ? { readonly [K in keyof T]: Plain<T[K]> } : T;

/** What a wallet is from its creation on: its rules are fixed then. */
export type WalletProfile = {
  readonly walletId: string;
  readonly account: string;
  readonly livemode: boolean;
  readonly address: string;
  readonly owner: string;
  readonly chain: ChainName;
  /** Of both currencies together, per 24 hours, without approval; null: without limit. */
  readonly spendLimit: Units | null;
  readonly label: string | null;
  /** Who may approve. Empty: any API key of the account. */
  readonly approvers: readonly string[];
  /** How many of the approvers it takes. */
  readonly approvalThreshold: number;
  /** The contract on chain. Missing in the sandbox. */
  readonly contract?: Plain<OnchainWallet>;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Missing when the wallet has none. */
  readonly metadata?: Metadata;
};

/** What clients see of a wallet: it may be one that cannot be used. */
export type WalletView = WalletSnapshot & { readonly status: 'active' | 'in_review' | 'rejected' };

/** A wallet at one moment: what events carry so that what follows from them is found without state (rule 9). */
export type WalletSnapshot = WalletProfile & {
  readonly complianceRef: string | null;
  /** On the wallet's chain, with reserved amounts and without held deposits. */
  readonly balances: Readonly<Record<Currency, Units>>;
  /** Deposits whose sender is not cleared. Missing: nothing is held. */
  readonly held?: Readonly<Record<Currency, Units>>;
  readonly spent24h: Units;
  /** A payment has deployed its contract. */
  readonly deployed?: true;
};

/** The owner is being verified. */
export type WalletRequested = { readonly type: 'WalletRequested'; readonly data: WalletProfile };
/** A person has to decide whether the owner is verified. */
export type WalletInReview = {
  readonly type: 'WalletInReview';
  readonly data: { readonly walletId: string; readonly complianceRef: string };
};
export type WalletCreated = {
  readonly type: 'WalletCreated';
  readonly data: WalletProfile & {
    readonly complianceRef: string | null;
    /** A reviewer has cleared the owner. Missing when no review was needed. */
    readonly reviewed?: true;
  };
};
/** The owner was not verified. */
export type WalletRefused = {
  readonly type: 'WalletRefused';
  readonly data: { readonly walletId: string; readonly complianceRef: string; readonly message: string };
};
export type WalletCredited = {
  readonly type: 'WalletCredited';
  readonly data: Money & {
    readonly transferId: string;
    readonly from: string;
    readonly txHash: string;
    /** The wallet right after it. */
    readonly wallet: WalletSnapshot;
  };
};
/** A deposit that was held is available. */
export type DepositReleased = {
  readonly type: 'DepositReleased';
  readonly data: Released['data'] & {
    /** The wallet right after it. */
    readonly wallet: WalletSnapshot;
  };
};
export type FundsReserved = {
  readonly type: 'FundsReserved';
  readonly data: ReservationId &
    Money &
    Counts & {
      /** The moment that this was decided for. */
      readonly reservedAt: number;
      /** Approved payments do not count against the limit; null: none was needed. */
      readonly approvalId: string | null;
      /** The wallet on chain that pays; left out in the sandbox. */
      readonly payer?: { readonly wallet: Plain<OnchainWallet>; readonly approval: Plain<SealedApproval> | null };
    };
};
export type ReservationRefused = {
  readonly type: 'ReservationRefused';
  readonly data: ReservationId & {
    readonly code: PaymentErrorCode;
    readonly message: string;
    /** The approval that this closes, if one was waiting. */
    readonly approvalId: string | null;
    /** Of a payment that had settled: what owners may have signed is valid until then, in milliseconds since the epoch. */
    readonly signedUntil?: number;
  };
};
/**
 * The owners have signed a payment again that had settled, and whose transfer a reorganization took away (protocol rule 43). No money
 * moves: it left the books when the payment settled.
 */
export type PaymentSignedAgain = {
  readonly type: 'PaymentSignedAgain';
  readonly data: ReservationId & {
    readonly approvalId: string;
    readonly chain: ChainName;
    readonly payer: NonNullable<FundsReserved['data']['payer']>;
  };
};
/** The money has left. */
export type ReservationPosted = {
  readonly type: 'ReservationPosted';
  readonly data: Posted['data'] & {
    /** From then on it counts against the limit for 24 hours: our time, or the block's where that is later. */
    readonly settledAt: number;
  };
};
/** A transfer that was found on chain. It counts against the limit: nobody knows whether owners had approved it. */
export type FoundTransferPosted = {
  readonly type: 'FoundTransferPosted';
  readonly data: Found['data'] & { readonly settledAt: number };
};
/** A transfer that a person has booked after a restore. It counts against the limit as one that was found. */
export type TransferBooked = {
  readonly type: 'TransferBooked';
  readonly data: Booked['data'] & { readonly settledAt: number };
};
/** The payment would exceed the spend limit: it waits for a person, and holds nothing meanwhile. */
export type ApprovalRequested = {
  readonly type: 'ApprovalRequested';
  readonly data: Requested['data'] & {
    /** The transfer that approvers sign. Missing when they sign nothing. */
    readonly transfer?: SignedTransfer;
    /** Its amount has left the books: {@link PaymentSignedAgain}. Missing: it is set aside when it is approved. */
    readonly isPosted?: true;
    /** A rule of the account asks for it, and the spend limit does not. */
    readonly isWithinLimit?: true;
    readonly wallet: WalletSnapshot;
  };
};
/** Whom the transfer of an approval goes to, and until when it is valid. */
export type SignedTransfer = {
  readonly to: string;
  readonly validUntil: number;
  /** Missing when the nonce follows from the payment's id. */
  readonly onchainId?: string;
};

/** An approver approved. Each approver counts once. */
export type ApprovalGiven = {
  readonly type: 'ApprovalGiven';
  readonly data: Given['data'] & {
    /** Of a wallet on chain: what the one who approved has signed. */
    readonly signature?: Plain<SealedSignature>;
  };
};

export type WalletEvent =
  | WalletRequested
  | WalletInReview
  | WalletCreated
  | WalletRefused
  | WalletCredited
  | DepositHeld
  | DepositFlagged
  | DepositReleased
  | DepositKept
  | FundsReserved
  | ReservationRefused
  | PaymentSignedAgain
  | ReservationPosted
  | FoundTransferPosted
  | TransferBooked
  | ReservationVoided
  | ReservationReturned
  | VoidRemembered
  | ReservationOverdue
  | ApprovalRequested
  | ApprovalGiven
  | ApprovalCanceled;
