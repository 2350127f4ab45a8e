import type { Command } from '@stablecoin/event-sourcing';

/** The nonce of a wallet has this value, and its allowances count from this time on. */
export type AllowanceCounted = {
  readonly type: 'AllowanceCounted';
  readonly data: {
    readonly walletId: string;
    /** The value of the wallet's nonce. */
    readonly nonce: string;
    /** In milliseconds since the epoch. The next renewal is signed 24 hours later at the earliest. */
    readonly since: number;
  };
};
/** A renewal was signed under the last value of the nonce. Only these bytes are ever sent under it. */
export type RenewalSigned = {
  readonly type: 'RenewalSigned';
  readonly data: { readonly walletId: string; readonly nonce: string; readonly hash: string; readonly bytes: string };
};
export type AllowanceEvent = AllowanceCounted | RenewalSigned;

/** What a final block shows: another value of the nonce than the last one. */
export type CountAllowance = Command<'CountAllowance', AllowanceCounted['data']>;
/** @property at - the time of a final block, in milliseconds since the epoch */
export type SignRenewal = Command<'SignRenewal', RenewalSigned['data'] & { readonly at: number }>;
export type AllowanceCommand = CountAllowance | SignRenewal;

/** The allowances of one wallet whose chain counts them down only. */
export interface Allowance {
  /** The last value of its nonce, and since when its allowances count; null: it was not seen to be set up. */
  counted: { readonly nonce: string; readonly since: number } | null;
  /** Signed under that value; null: nothing. */
  renewal: { readonly hash: string; readonly bytes: string } | null;
}
