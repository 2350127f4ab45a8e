import type { ScreeningResult } from '../domain/screening';

export interface ComplianceTables {
  screenings: {
    readonly ref: string;
    readonly stream: string;
    readonly account: string;
    readonly livemode: number;
    readonly subject: string;
    /** The owner of the token account that the subject is; null: it is none. */
    readonly owner: string | null;
    /** JSON: all other names of the subject; null: it has none. */
    readonly names: string | null;
    readonly status: 'pending' | ScreeningResult['status'];
    /** JSON of {@link ScreeningResult}; null while the checks are running. */
    readonly result: string | null;
    readonly created_at: number;
    /** When it got its result, epoch milliseconds; null while the checks are running. */
    readonly completed_at: number | null;
    /** Epoch milliseconds; null while the checks are running. */
    readonly expires_at: number | null;
    /** When it let a live payment go on last, epoch milliseconds; null also when the account knows of a match. */
    readonly paid_at: number | null;
  };
  attestations: AttestationRow;
  /** Not a projection: the last good version of each sanctions list, as JSON. */
  sanctions_lists: { readonly source: string; readonly list: string };
}

export interface AttestationRow {
  readonly id: string;
  readonly account: string;
  readonly livemode: number;
  readonly subject_kind: 'address' | 'owner';
  /** The address or the owner. */
  readonly subject: string;
  /** JSON. */
  readonly checks: string;
  readonly country: string | null;
  readonly reference: string;
  /** Times are epoch milliseconds. */
  readonly expires_at: number;
  readonly created_by: string;
  readonly created_at: number;
  readonly revoked_by: string | null;
  readonly revoked_at: number | null;
}
