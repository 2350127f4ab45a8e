import type { LabelRow, WorkTables } from '@stablecoin/event-sourcing';

/** The tables of this service, all of them made from events. */
export interface PaymentTables extends WorkTables {
  readonly payments: {
    readonly id: string;
    readonly account: string;
    /** 0 or 1. */
    readonly livemode: number;
    readonly status: string;
    readonly stage: string;
    readonly chain: string | null;
    readonly to_address: string;
    readonly wallet: string | null;
    /** Milliseconds since the epoch. */
    readonly created_at: number;
    /** The resource, as JSON. */
    readonly resource: string;
  };
  /** Entries of the metadata of payments; the owner is the payment. */
  readonly payment_metadata: LabelRow;
  /** How far the work list has followed each sender's stream. */
  readonly senders: {
    /** `<chain>.<sender>` */
    readonly sender: string;
    /** Of the last event whose rows are in the work list, or off it. */
    readonly revision: number;
  };
}

/** Kinds of rows in the work list. */
export const WORK = {
  /** A timer: the screening took too long. */
  screeningDeadline: 'screening_deadline',
  /** An authorization that no submission carries yet. Rows of one sender are taken together. */
  authorization: 'authorization',
  /** A submission that is not final. */
  submission: 'submission',
  /** A submission that is final, and has cost nobody knows what. */
  networkFees: 'network_fees',
} as const;
