import type { EarlierUse, Payer, Quote } from '@stablecoin/chains';
import type { Listed, PaymentErrorCode, PaymentOrder, ScreeningStatus } from '@stablecoin/contracts';
import type { Command } from '@stablecoin/event-sourcing';
import type { NumberedRules } from './ruling';
import type { PaymentUnconfirmed, Plain, ReservedFunds } from './payment-events';

/** Starts a payment. Includes quotes when no screening is needed, because the payment is then routed at once. */
export type InitiatePayment = Command<
  'InitiatePayment',
  {
    readonly order: PaymentOrder;
    /**
     * Reference of a known result that clears the recipient; null when there is none, or a new screening is required.
     */
    readonly knownScreening: string | null;
    readonly quotes: readonly Quote[] | null;
    readonly onchainId: string;
    /** Missing when the chains were not asked, or say that the on-chain id was not used. */
    readonly earlier?: Earlier;
    /** The generation in which it is held; missing: it is not. */
    readonly heldIn?: string;
    /** The rules of the account that were in force when it was ordered. Missing: there were none. */
    readonly rules?: NumberedRules;
  }
>;

/** Looks again whether a payment was made before that was not asked for anything yet. */
export type LookAgain = Command<'LookAgain', Pick<InitiatePayment['data'], 'knownScreening' | 'quotes' | 'earlier'>>;

/** A screening has a result, or its review was decided. Includes quotes when it is cleared. */
export type RecordScreening = Command<
  'RecordScreening',
  {
    readonly status: ScreeningStatus;
    readonly ref: string;
    readonly reason: string | null;
    readonly quotes: readonly Quote[] | null;
  }
>;

/** The screening took too long (protocol rule 25). */
export type ExpireScreening = Command<'ExpireScreening', null>;

/** The first step of the order was not published before its expiry (protocol rule 30). */
export type ExpireOrder = Command<'ExpireOrder', { readonly phase: 'screening' | 'reserving' }>;

/** Funds were set aside for a payment that does not wait for them. */
export type DeclineFunds = Command<'DeclineFunds', { readonly reservationId: string }>;

/** Authorizes the transfer after funds are reserved. Includes current readings of the chain (protocol rule 3). */
export type AuthorizeTransfer = Command<
  'AuthorizeTransfer',
  {
    /** What the holder of the funds said. */
    readonly funds: ReservedFunds;
    readonly health: Quote['health'];
    /** Whether the recipient is listed now: the payment may have waited for an approval since its screening. */
    readonly listed: Listed;
    readonly sender: string;
    readonly source: string;
    readonly authorizedAt: number;
    readonly validUntil: number;
    /** The wallet on chain that pays. Missing when the treasury or a sandbox wallet pays. */
    readonly payer?: Plain<Payer>;
    /** Missing when the payment's on-chain id was not used before. */
    readonly earlier?: Earlier;
  }
>;

/**
 * What the payment's on-chain id was used for before, and where that can be looked at; `unknown` while it cannot be said.
 */
export type Earlier = 'unknown' | FoundUse | SeenUse<'recent'>;
/** A final use of an on-chain id. */
export type FoundUse = SeenUse<'final'>;

interface SeenUse<State extends EarlierUse['state']> {
  readonly use: Plain<Extract<EarlierUse, { readonly state: State }>>;
  readonly explorerUrl: string | null;
  /** The address that the payment leaves on that chain. */
  readonly payer: string;
}

/** What the chains say of an open payment that a restored store has inherited. */
export type RecordInherited = Command<
  'RecordInherited',
  {
    /** The name of the generation that is being accepted. */
    readonly generation: string;
    /** Null: every endpoint says that its on-chain id was not used. */
    readonly found: FoundUse | null;
    /** Nothing on chain names it, and a transfer is there that may be its. Missing: there is none. */
    readonly mayBeMade?: boolean;
    /** What the wallet's owners may have signed is valid until then, in milliseconds since the epoch. Missing: nothing. */
    readonly notBefore?: number;
  }
>;

/** What the chains say of a payment in doubt, when nothing that the owners of its wallet have signed can make it any more. */
export type EndDoubt = Command<'EndDoubt', Pick<RecordInherited['data'], 'found'>>;

/** The order of a held payment is confirmed, in the generation of that name. */
export type ConfirmPayment = Command<'ConfirmPayment', { readonly generation: string }>;

/** The funds could not be reserved. */
export type RefuseReservation = Command<
  'RefuseReservation',
  {
    readonly reservationId: string;
    readonly code: PaymentErrorCode;
    readonly message: string;
    /** Of a payment that had settled: what owners may have signed is valid until then, in milliseconds since the epoch. */
    readonly signedUntil?: number;
  }
>;

/** The payment is above the spend limit of its wallet. */
export type AwaitApproval = Command<'AwaitApproval', { readonly reservationId: string; readonly approvalId: string }>;

/** The owner of a reservation asks what to do with it (protocol rule 12). */
export type AnswerOverdue = Command<'AnswerOverdue', { readonly reservationId: string }>;

/** Cancels the payment while it is not authorized (protocol rule 26). */
export type CancelPayment = Command<
  'CancelPayment',
  {
    readonly paymentId: string;
    /** Records may be missing since a restore: what the chains do not say of the payment may be that it was made. */
    readonly areRecordsMissing?: boolean;
  }
>;

/** The block of a transfer, and whether it is confirmed, so that the payment counts as settled (protocol rule 18). */
export interface Inclusion {
  readonly block: number;
  /** Time of inclusion or confirmation by the clock of the chain, at most the time when it was seen by ours. */
  readonly at: number;
  /** Time of the block by the clock of the chain, when that is ahead of ours. */
  readonly blockAt?: number;
  readonly confirmed: boolean;
}

/** Reports that a transfer was sent or, with `inclusion`, that it is in a block. */
export type ReportTransfer = Command<
  'ReportTransfer',
  {
    readonly hash: string;
    readonly explorerUrl: string | null;
    readonly inclusion: Inclusion | null;
    /** Hashes of the submissions that were tried before or after; missing when there was one. */
    readonly otherHashes?: readonly string[];
  }
>;

/** Too few endpoints have agreed on the outcome of the transfer for a while (protocol rule 29). */
export type ReportUnconfirmed = Command<'ReportUnconfirmed', PaymentUnconfirmed['data']>;

/** The sender's stream has ended the authorization without a transfer (protocol rule 15). */
export type FailPayment = Command<
  'FailPayment',
  {
    readonly paymentId: string;
    readonly code: PaymentErrorCode;
    readonly message: string;
    /** Time of the report. A renewed authorization is valid from then on (protocol rule 3). */
    readonly heardAt: number;
  }
>;

/** What became of an undone payment, when nothing that was signed for it is valid at a final block (protocol rule 19). */
export type ResolveUndone = Command<
  'ResolveUndone',
  {
    /** Where the transfer is, finally. Null: every endpoint says that it was not made, and never will be. */
    readonly inclusion: { readonly hash: string; readonly block: number; readonly explorerUrl: string | null } | null;
  }
>;

/** The commands of a payment's stream. */
export type PaymentCommand =
  | InitiatePayment
  | LookAgain
  | RecordScreening
  | ExpireScreening
  | ExpireOrder
  | DeclineFunds
  | AuthorizeTransfer
  | RefuseReservation
  | AwaitApproval
  | AnswerOverdue
  | RecordInherited
  | EndDoubt
  | ConfirmPayment
  | CancelPayment
  | ReportTransfer
  | ReportUnconfirmed
  | FailPayment
  | ResolveUndone;
