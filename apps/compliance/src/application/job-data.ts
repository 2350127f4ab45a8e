import type { ScreeningRequest, Subject } from '../domain/screening';

/** Checks that have to be run, by ref. */
export const CHECKS = 'checks';
/** `paymentId`, `depositId`: of the payment or deposit that asked first; absent outside of them. */
export type ChecksJobData = ScreeningRequest & {
  readonly ref: string;
  readonly paymentId?: string;
  readonly depositId?: string;
};

/** Reviews that end by themselves, by ref. */
export const REVIEW_EXPIRY = 'review_expiry';
export type ReviewExpiryJobData = { readonly ref: string };

/** Payments that were cleared are compared with the next version of a list, by the ref of their result. */
export const LIST_COMPARISON = 'list_comparison';
export type ListComparisonJobData = { readonly ref: string; readonly address: string };

/** Reviews whose subject an attestation is about are screened again, by attestation. */
export const RESCREENING = 'rescreening';
export type RescreeningJobData = {
  readonly attestationId: string;
  readonly subject: Subject;
  /** Epoch milliseconds. */
  readonly createdAt: number;
};
