import type { Authorization } from '@stablecoin/chains';
import type {
  FundsReserved,
  PaymentErrorCode,
  PaymentOrder,
  PaymentPolicy,
  WalletPayer,
  ChainName,
  Currency,
  Units,
} from '@stablecoin/contracts';
import type { PaymentFacts } from './payment-facts';
import type { Candidate } from './routing';
import type { Ruling } from './ruling';

/**
 * An interface of another package as a type that can be stored in an event. TypeScript accepts an interface as JSON
 * only in this form.
 */
export type Plain<T> = T extends object ? { readonly [K in keyof T]: Plain<T[K]> } : T;

/** Funds set aside for one attempt at a payment (protocol rule 11), and whose they are. */
export type Reservation = {
  /** Payment id and attempt: `pay_…#1`. */
  readonly id: string;
  /** The wallet that holds them; null: the treasury. */
  readonly walletId: string | null;
};

/** Funds that a treasury or a wallet has set aside. A wallet on chain says how it pays. */
export type ReservedFunds = FundsReserved & { readonly payer?: WalletPayer };

/** What left, from where to where: what the chain would show an observer of both addresses. */
export type Transfer = {
  readonly chain: ChainName;
  readonly currency: Currency;
  readonly amount: Units;
  readonly from: string;
  readonly to: string;
};

type Event<Type extends string, Data> = { readonly type: Type; readonly data: Data };

export type PaymentInitiated = Event<
  'PaymentInitiated',
  {
    readonly order: Plain<PaymentOrder>;
    readonly account: string;
    readonly livemode: boolean;
    /** Milliseconds since the epoch. */
    readonly createdAt: number;
    /** Ref of a result that has cleared the recipient before and answers for this payment too: compliance is not asked. */
    readonly knownScreening?: string;
    /** Nothing is asked for it before the chains have said whether it was made before. */
    readonly looksFirst?: true;
    /** What its transfer is found by on chain. Missing in events of versions that took a hash of the id of a payment without a key. */
    readonly onchainId?: string;
    /** What the rules of the account said of it, which the order follows. Missing: none were in force. */
    readonly ruling?: Ruling;
  }
>;
/** The screening waits for a person's decision. */
export type PaymentInReview = Event<'PaymentInReview', { readonly ref: string; readonly facts: PaymentFacts }>;
export type PaymentScreened = Event<'PaymentScreened', { readonly ref: string | null; readonly skipped: boolean }>;
/** Funds are asked for, on the available candidates in order. */
export type PaymentRouted = Event<
  'PaymentRouted',
  {
    readonly paymentId: string;
    /** From 1; a further one begins when the chain of the one before went down after the funds were reserved there. */
    readonly attempt: number;
    readonly reservation: Reservation;
    readonly amount: Units;
    readonly currency: Currency;
    readonly candidates: readonly Candidate[];
    /** Whom it goes to: what the approvers of a wallet would sign. Of payments from a wallet only. */
    readonly to?: string;
    /** The nonce that they would sign. Missing when it follows from the payment's id. */
    readonly onchainId?: string;
    /** Missing when no policy asks anything of the payment. */
    readonly policy?: Plain<PaymentPolicy>;
    /** The reservation that this one replaces. */
    readonly previous: Reservation | null;
  }
>;
export type PaymentAwaitingApproval = Event<
  'PaymentAwaitingApproval',
  { readonly approvalId: string; readonly facts: PaymentFacts }
>;
/**
 * What a payment waits for with its funds set aside: that the chains say whether it was made before, that a sanctions
 * list says whether it names the recipient, or that its order is confirmed after a restore. `in_doubt`: it is to fail, and may
 * have been made by what the owners of its wallet have signed.
 */
export type WaitingReason = 'earlier_use' | 'sanctions_list' | 'held' | 'in_doubt';
/** How a payment ends that may have been made, if it was not. */
export type Ending = {
  readonly code: PaymentErrorCode;
  readonly message: string;
  readonly reservation: Reservation | null;
};
/** Funds are set aside, and it cannot be said yet whether the transfer may be made. It is looked at again until it can. */
export type PaymentWaiting = Event<
  'PaymentWaiting',
  {
    readonly reason: WaitingReason;
    /** As the holder of the funds said it: the authorization follows from it. Null: nothing was asked for yet. */
    readonly funds: Plain<ReservedFunds> | null;
    readonly facts: PaymentFacts;
    /** Of one in doubt. */
    readonly ending?: Ending;
  }
>;
/** A restored store has the payment without its end, and no chain has its transfer. It is not authorized before it is confirmed. */
export type PaymentHeld = Event<
  'PaymentHeld',
  {
    readonly generation: string;
    /**
     * Until then the owners of its wallet may have made it, in milliseconds since the epoch: it is in doubt, and nothing but the
     * chain ends it before {@link PaymentDoubtEnded}. Missing: it is in no doubt.
     */
    readonly notBefore?: number;
  }
>;
/** It is known whether the owners of its wallet made the payment: what that ends follows. */
export type PaymentDoubtEnded = Event<'PaymentDoubtEnded', null>;
/** The client has repeated the order, or a person has resumed it. */
export type PaymentConfirmed = Event<
  'PaymentConfirmed',
  {
    readonly generation: string;
    /** What it waits with; null while it does not wait. */
    readonly funds: Plain<ReservedFunds> | null;
  }
>;
/** No chain has a transfer of the payment: it takes its way. */
export type PaymentUnused = Event<
  'PaymentUnused',
  { readonly order: Plain<PaymentOrder>; readonly isScreened: boolean }
>;
/** The payment does not wait any more. The event that ends the wait follows. */
export type PaymentContinued = Event<'PaymentContinued', null>;
/** The point of no return: from here on only the sender's stream ends the payment (protocol rules 14 and 15). */
export type PaymentAuthorized = Event<
  'PaymentAuthorized',
  {
    /** The signatures of a wallet's owners are sealed. */
    readonly authorization: Plain<Authorization>;
    readonly reservation: Reservation;
    /** The address that the money leaves. */
    readonly source: string;
  }
>;
export type PaymentBroadcast = Event<
  'PaymentBroadcast',
  { readonly hash: string; readonly explorerUrl: string | null; readonly sentAt: number }
>;
/** The transfer is in a block that is not confirmed yet. */
export type PaymentIncluded = Event<
  'PaymentIncluded',
  {
    readonly txHash: string;
    readonly explorerUrl: string | null;
    readonly block: number;
    readonly includedAt: number;
    /** Hashes of the submissions of the transfer that are not in the block; missing when there was one submission. */
    readonly otherHashes?: readonly string[];
  }
>;
/** For some time already, too few endpoints of the chain agree on what became of the transfer: it waits (rule 29). */
export type PaymentUnconfirmed = Event<'PaymentUnconfirmed', { readonly chain: ChainName }>;
export type PaymentSettled = Event<
  'PaymentSettled',
  {
    readonly txHash: string;
    readonly block: number;
    /** The block's own time, where that is ahead of our clock: a wallet's limit counts from then. */
    readonly blockAt?: number;
    /** The chain had made the transfer before this payment was authorized, by a payment of which there is no record. */
    readonly found?: true;
    /** What its holder books it by, and when its block was made. Missing: it was reserved, and its reservation is posted. */
    readonly foundAs?: { readonly id: string; readonly at: number };
    /** As of {@link PaymentIncluded}. */
    readonly otherHashes?: readonly string[];
    readonly reservation: Reservation;
    readonly transfer: Transfer;
    readonly facts: PaymentFacts;
  }
>;
/** The settled transfer is in another block after a reorganization. */
export type PaymentReincluded = Event<
  'PaymentReincluded',
  { readonly txHash: string; readonly block: number; readonly explorerUrl: string | null }
>;
/**
 * The settled transfer was reorganized away and its unused authorization has expired. It is authorized again for the
 * same sender (protocol rule 19). The payment stays settled.
 */
export type PaymentReauthorized = Event<'PaymentReauthorized', { readonly authorization: Plain<Authorization> }>;
/**
 * The settled transfer was reorganized away on Base or Ethereum, and is not sent again as it was signed: the signatures are over, or the
 * chain refuses them. Anybody who has seen them may still have it included, so the chain is asked when that has ended.
 */
export type PaymentUndone = Event<
  'PaymentUndone',
  {
    /** Why it is not sent again. */
    readonly code: PaymentErrorCode;
    readonly message: string;
    /** What was signed is valid until then, in milliseconds since the epoch. */
    readonly notBefore: number;
  }
>;
/**
 * An undone payment was not made, and never will be by what was signed for it: every endpoint says so at a final block. The owners of
 * its wallet are asked to sign it again (protocol rule 43). The payment stays settled, and its amount stays out of the books.
 */
export type PaymentReapprovalRequested = Event<
  'PaymentReapprovalRequested',
  {
    readonly paymentId: string;
    /** From 2. */
    readonly attempt: number;
    /** Names the request. Nothing is reserved under it. */
    readonly request: Reservation;
    readonly amount: Units;
    readonly currency: Currency;
    readonly chain: ChainName;
    readonly to: string;
    /** As in {@link PaymentRouted}. */
    readonly onchainId?: string;
    readonly policy?: Plain<PaymentPolicy>;
  }
>;
/**
 * The settled transfer was reorganized away and cannot settle again. The payment stays settled; an operator must act
 * (protocol rule 19).
 */
export type PaymentSettlementLost = Event<
  'PaymentSettlementLost',
  {
    readonly code: PaymentErrorCode;
    readonly message: string;
    /** Every endpoint says at a final block that it was not made, so its money returns to the books. Missing: nothing says so. */
    readonly returned?: ReturnedMoney;
  }
>;
/** The posted reservation whose money has not left. */
export type ReturnedMoney = {
  readonly reservation: Reservation;
  readonly chain: ChainName;
  readonly currency: Currency;
  readonly amount: Units;
};
export type PaymentFailed = Event<
  'PaymentFailed',
  {
    readonly code: PaymentErrorCode;
    readonly message: string;
    /** The reservation to void; null when none was requested, or it was refused. */
    readonly reservation: Reservation | null;
    readonly facts: PaymentFacts;
  }
>;
/** Answers an owner that the reservation is to be voided. An answer is an event (protocol rule 8). */
export type VoidAnswered = Event<'VoidAnswered', { readonly paymentId: string; readonly reservation: Reservation }>;
export type PostAnswered = Event<'PostAnswered', { readonly paymentId: string; readonly reservation: Reservation }>;

export type PaymentEvent =
  | PaymentInitiated
  | PaymentInReview
  | PaymentScreened
  | PaymentRouted
  | PaymentAwaitingApproval
  | PaymentWaiting
  | PaymentHeld
  | PaymentDoubtEnded
  | PaymentConfirmed
  | PaymentUnused
  | PaymentContinued
  | PaymentAuthorized
  | PaymentBroadcast
  | PaymentIncluded
  | PaymentUnconfirmed
  | PaymentSettled
  | PaymentReincluded
  | PaymentReauthorized
  | PaymentUndone
  | PaymentReapprovalRequested
  | PaymentSettlementLost
  | PaymentFailed
  | VoidAnswered
  | PostAnswered;
