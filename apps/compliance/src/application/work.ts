import type { ScreeningRequest } from '../domain/screening';

/** Checks that have to be run, by ref. */
export const CHECKS = 'checks';
export type ChecksWork = ScreeningRequest & { readonly ref: string };

/** Reviews that end by themselves, by ref. */
export const REVIEW_EXPIRY = 'review_expiry';
export type ReviewExpiryWork = { readonly ref: string };
