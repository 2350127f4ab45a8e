import type { DecideReviewMessage } from '@stablecoin/contracts';
import type { Command } from '@stablecoin/event-sourcing';
import type { CurrentFacts } from './reuse';
import type { CheckFinding, OtherNames, ScreeningRequest, Waiter } from './screening';

/**
 * Answers from a known result, or starts the checks. `ref` names the result if it is new. A known result that
 * contradicts `facts` is not used.
 */
export type Screen = Command<
  'Screen',
  ScreeningRequest & { readonly ref: string; readonly waiter: Waiter | null; readonly facts?: CurrentFacts }
>;
/** Every provider has answered. */
export type CompleteScreening = Command<
  'CompleteScreening',
  { readonly ref: string; readonly findings: readonly CheckFinding[]; readonly names?: OtherNames }
>;
/** A source has learnt something about the subject of a review. */
export type Rescreen = Command<'Rescreen', { readonly ref: string }>;
/** At least one check did not answer; `attempt` counts from 1. */
export type RecordFailedAttempt = Command<
  'RecordFailedAttempt',
  { readonly ref: string; readonly attempt: number; readonly error: string }
>;
export type DecideReview = Command<'DecideReview', DecideReviewMessage['data']>;
/** The review was not decided in time. */
export type ExpireReview = Command<'ExpireReview', { readonly ref: string }>;

/** An address that was cleared is on a sanctions list by now. */
export type ReportMatch = Command<
  'ReportMatch',
  {
    readonly ref: string;
    readonly address: string;
    readonly source: string;
    readonly version: string;
    readonly matched: string;
  }
>;

export type ScreeningCommand =
  Screen | CompleteScreening | Rescreen | ReportMatch | RecordFailedAttempt | DecideReview | ExpireReview;
