import type { Message } from './message';
import type { OutcomeRequest, Outcome, ById, Tenant } from './query';
import type { CheckName, ComplianceResult, ScreeningStatus } from './resources';

/** Key of every command: the address (or owner) that is screened. */
export type ScreenPayment = Message<
  'compliance.ScreenPayment',
  {
    readonly paymentId: string;
    readonly address: string;
    readonly countryCode: string | null;
    /** A result that the client names; used when it counts, else the address is screened anew. */
    readonly complianceRef: string | null;
  }
>;
/** Verifies the identity of a wallet's owner at the wallet's creation. */
export type ScreenOwner = Message<'compliance.ScreenOwner', { readonly walletId: string; readonly owner: string }>;
/** A standalone check. */
export type CheckAddress = Message<
  'compliance.CheckAddress',
  { readonly address: string; readonly checks: readonly CheckName[]; readonly countryCode: string | null }
>;
export type DecideReview = Message<
  'compliance.DecideReview',
  { readonly ref: string; readonly decision: 'clear' | 'block'; readonly note: string | null }
>;

export type ComplianceCommand = ScreenPayment | ScreenOwner | CheckAddress | DecideReview;

export interface ScreeningOutcome {
  readonly ref: string;
  readonly status: ScreeningStatus;
  /** Why it was not cleared, in a sentence; null when it was. */
  readonly reason: string | null;
}

/** Key: the payment's id. One per payment at every completion, decision and expiry (protocol rule 10). */
export type PaymentScreened = Message<
  'compliance.payment_screened',
  ScreeningOutcome & {
    readonly paymentId: string;
    /**
     * Of a cleared result: until when it answers for other payments of the same request too, in milliseconds since the
     * epoch. It does not change before that. Missing where that is not told, as in messages of earlier versions.
     */
    readonly answersUntil?: number;
  }
>;
/** Key: the wallet's id. */
export type OwnerScreened = Message<'compliance.owner_screened', ScreeningOutcome & { readonly walletId: string }>;
/** Key: the ref. A screening has a result, or its review was decided. */
export type ScreeningCompleted = Message<'compliance.completed', ComplianceResult>;

export type ComplianceEvent = PaymentScreened | OwnerScreened | ScreeningCompleted;

export interface ScreeningRequest extends Tenant {
  readonly address: string;
  readonly checks: readonly CheckName[];
  readonly countryCode: string | null;
}

export interface ComplianceQueries {
  /** By ref. */
  'compliance.get': { params: ById; result: ComplianceResult | null };
  /** The unexpired result for exactly this request; null: there is none; `pending`: it is being screened. */
  'compliance.find': { params: ScreeningRequest; result: ComplianceResult | { readonly status: 'pending' } | null };
  /** `id` is the ref. */
  'compliance.outcome': { params: OutcomeRequest; result: Outcome };
}
