import type { JobTables, LabelRow } from '@stablecoin/event-sourcing';

/** The tables of this service, all of them made from events. */
export interface PaymentTables extends JobTables {
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
  /** Up to which revision the jobs follow each sender's stream. */
  readonly senders: {
    /** `<chain>.<sender>` */
    readonly sender: string;
    /** Of the last event that was applied to the jobs. */
    readonly revision: number;
  };
}

/** Kinds of jobs. */
export const JOB = {
  /** A timer: the screening took too long. */
  screeningDeadline: 'screening_deadline',
  /** An authorization that no submission carries yet. Jobs of one sender run together. */
  authorization: 'authorization',
  /** A submission that is not final. */
  submission: 'submission',
  /** A submission that is final, and has cost nobody knows what. */
  networkFees: 'network_fees',
} as const;
