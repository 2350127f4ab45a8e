export const CHECK_NAMES = ['kyc', 'aml', 'sanctions', 'travel_rule'] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export const SCREENING_STATUSES = ['cleared', 'review', 'blocked'] as const;
export type ScreeningStatus = (typeof SCREENING_STATUSES)[number];

export interface CheckResult {
  readonly name: CheckName;
  /** `not_covered`: the provider cannot know about this subject; neither a pass nor a fail. */
  readonly outcome: 'pass' | 'review' | 'fail' | 'not_covered';
  readonly provider: string;
  readonly evidence: string;
  /** What the outcome rests on, as data; null where the provider says it in words only. */
  readonly details: CheckDetails | null;
}

export type CheckDetails = {
  /** The source: a URL without secrets, or a contract with its chain. */
  readonly source: string;
  /** Which state of the source: a publication date with the file's hash, or a block; null where it has none. */
  readonly version: string | null;
  /** The entry that was matched, as the source names it; null without a match. */
  readonly matched: string | null;
  /** When the source was read. */
  readonly at: string;
  /** What the source said beyond that, as JSON text. */
  readonly data: string | null;
};

export interface ComplianceResult {
  readonly status: ScreeningStatus;
  readonly ref: string;
  readonly address: string;
  readonly checks: readonly CheckResult[];
  readonly expires_at: string;
  readonly created_at: string;
  /** The API key or person that decided the review; null while it is undecided. */
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  /** What the reviewer noted. For those who may read checks; events and errors never carry it. */
  readonly decision_note: string | null;
}

/** An address that was cleared, and that a sanctions list names by now. */
export interface SanctionsMatch {
  /** The result by which it was cleared. */
  readonly ref: string;
  readonly address: string;
  /** Which list, in which state. */
  readonly source: string;
  readonly version: string;
  /** The entry, as the list names it. */
  readonly matched: string;
  readonly found_at: string;
}

/** The checks that an account may answer for itself. */
export const ATTESTED_CHECKS = ['kyc', 'travel_rule'] as const;
export type AttestedCheck = (typeof ATTESTED_CHECKS)[number];

/** A statement of an account that it has verified someone, with a reference to the evidence. */
export interface Attestation {
  readonly id: string;
  readonly status: 'active' | 'expired' | 'revoked';
  /** The subject: an address or an owner. The other one is null. */
  readonly address: string | null;
  readonly owner: string | null;
  readonly checks: readonly AttestedCheck[];
  readonly country_code: string | null;
  readonly reference: string;
  readonly livemode: boolean;
  readonly expires_at: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly revoked_by: string | null;
  readonly revoked_at: string | null;
}
