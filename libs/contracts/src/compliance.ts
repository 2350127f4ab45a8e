import type { Currency } from './money';
import type { ScreenDeposit } from './deposit';
import type { Message } from './message';
import type { PrincipalIds } from './policy';
import type { OutcomeRequest, Outcome, ById, PageRequest, Tenant } from './query';
import type {
  Attestation,
  AttestedCheck,
  CheckName,
  ComplianceResult,
  SanctionsMatch,
  ScreeningStatus,
} from './resources/compliance';
import type { Page } from './resources/shared-shapes';

/** Key of every command: the screened address or owner. */
export type ScreenPayment = Message<
  'compliance.ScreenPayment',
  {
    readonly paymentId: string;
    readonly address: string;
    readonly countryCode: string | null;
    /** A result that the client names. It is used if it is valid; otherwise the address is screened again. */
    readonly complianceRef: string | null;
    /** Amount of the payment, as a decimal. Missing in messages of earlier versions. */
    readonly amount?: { readonly value: string; readonly currency: Currency };
    /** The API key that ordered the payment. Missing in messages of earlier versions. */
    readonly createdBy?: string;
    /** Who ordered the payment, where a policy says that they do not decide its review. */
    readonly separateFrom?: PrincipalIds;
  }
>;
/** Verifies the identity of a wallet's owner at the wallet's creation. */
export type ScreenOwner = Message<'compliance.ScreenOwner', { readonly walletId: string; readonly owner: string }>;
/** A standalone check. */
export type CheckAddress = Message<
  'compliance.CheckAddress',
  { readonly address: string; readonly checks: readonly CheckName[]; readonly countryCode: string | null }
>;
export type DecideReviewMessage = Message<
  'compliance.DecideReview',
  {
    readonly ref: string;
    readonly decision: 'clear' | 'block';
    readonly note: string | null;
    /** The API key. Missing in messages of earlier versions. */
    readonly decidedBy?: string;
    /** Who decides. Missing in messages of earlier versions. */
    readonly by?: PrincipalIds;
    /** Keys whose payments this key must not decide: itself, and the keys that created it. */
    readonly notFor?: readonly string[];
  }
>;
/** Key: the attestation's id. */
export type CreateAttestationMessage = Message<
  'compliance.CreateAttestation',
  {
    readonly attestationId: string;
    readonly subject: { readonly kind: 'address' | 'owner'; readonly value: string };
    readonly checks: readonly AttestedCheck[];
    readonly country: string | null;
    readonly reference: string;
    /** Epoch milliseconds. */
    readonly expiresAt: number;
    readonly createdBy: string;
  }
>;
export type RevokeAttestationMessage = Message<
  'compliance.RevokeAttestation',
  { readonly attestationId: string; readonly revokedBy: string }
>;

export type ComplianceCommand =
  | ScreenPayment
  | ScreenOwner
  | ScreenDeposit
  | CheckAddress
  | DecideReviewMessage
  | CreateAttestationMessage
  | RevokeAttestationMessage;

export interface ScreeningOutcome {
  readonly ref: string;
  readonly status: ScreeningStatus;
  /** Why it was not cleared, as a sentence; null if it was. */
  readonly reason: string | null;
}

/** Key: the payment's id. One per payment at every completion, decision and expiry (protocol rule 10). */
export type PaymentScreenedMessage = Message<
  'compliance.payment_screened',
  ScreeningOutcome & {
    readonly paymentId: string;
    /**
     * For a cleared result: until when other payments with the same request may use it, in milliseconds since the epoch. It
     * does not change before that. Missing in messages of earlier versions.
     */
    readonly answersUntil?: number;
  }
>;
/** Key: the wallet's id. */
export type OwnerScreened = Message<'compliance.owner_screened', ScreeningOutcome & { readonly walletId: string }>;
/**
 * Key: the deposit's id. One per deposit at every completion, decision and expiry. Only `cleared` releases it.
 */
export type DepositScreened = Message<
  'compliance.deposit_screened',
  ScreeningOutcome & {
    readonly depositId: string;
    /** Null: the treasury received it. */
    readonly walletId: string | null;
  }
>;
/** Key: the ref. A screening has a result, or its review was decided. It does not include the reviewer's note. */
export type ScreeningCompletedMessage = Message<'compliance.completed', Omit<ComplianceResult, 'decision_note'>>;

/**
 * Key: the ref of the result that cleared the address. An address that live payments went to within 30 days is now on a
 * sanctions list.
 */
export type MatchFoundMessage = Message<'compliance.match_found', SanctionsMatch>;

export type ComplianceEvent =
  PaymentScreenedMessage | OwnerScreened | DepositScreened | ScreeningCompletedMessage | MatchFoundMessage;

export interface FindScreening extends Tenant {
  readonly address: string;
  readonly checks: readonly CheckName[];
  readonly countryCode: string | null;
  /** Accepts a result made since then, in milliseconds since the epoch, also if it is no longer valid. */
  readonly since?: number;
}

/** Whether a sanctions list names an address; `unknown` while a list is missing or too old. */
export type Listed = 'listed' | 'not_listed' | 'unknown';

export interface ComplianceQueries {
  /** Whether a sanctions list of the mode names an address now. */
  'compliance.is_listed': {
    params: { readonly livemode: boolean; readonly address: string };
    result: { readonly answer: Listed };
  };
  /** Why live payments cannot be screened now, as a sentence; null if they can. */
  'compliance.unavailable': { params: { readonly livemode: boolean }; result: string | null };
  /** Screenings with a result, the newest first. */
  'compliance.list': {
    params: PageRequest & {
      readonly status: ScreeningStatus | null;
      /** An address or an owner. */
      readonly subject: string | null;
      /** Both exclusive, in milliseconds since the epoch. */
      readonly createdAfter: number | null;
      readonly createdBefore: number | null;
    };
    result: Page<ComplianceResult>;
  };
  'compliance.attestation': { params: ById; result: Attestation | null };
  'compliance.attestations': {
    params: PageRequest & { readonly subject: string | null };
    result: Page<Attestation>;
  };
  /** `id` is the attestation's. */
  'compliance.attestation_outcome': { params: OutcomeRequest; result: Outcome };
  /** By ref. */
  'compliance.get': { params: ById; result: ComplianceResult | null };
  /** The unexpired result for exactly this request. `pending` while it is screened; null when there is none. */
  'compliance.find': { params: FindScreening; result: ComplianceResult | { readonly status: 'pending' } | null };
  /** `id` is the ref. */
  'compliance.outcome': { params: OutcomeRequest; result: Outcome };
}
