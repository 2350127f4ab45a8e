import type { JobTables, LabelRow } from '@stablecoin/event-sourcing';
import type { Units } from '@stablecoin/contracts';
import type { TermRow } from './payment-search';

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
    readonly tx_hash: string | null;
    /** Milliseconds since the epoch. */
    readonly created_at: number;
    /** What is known of the payment, as JSON. */
    readonly facts: string;
  };
  /** Entries of the metadata of payments; the owner is the payment. */
  readonly payment_metadata: LabelRow;
  /** What payments are found by, from their memo and metadata. */
  readonly payment_terms: TermRow;
  /** What happened in each hour, by chain and currency. */
  readonly payment_stats: {
    /** Account, mode, hour, chain and currency. */
    readonly id: string;
    readonly account: string;
    /** 0 or 1. */
    readonly livemode: number;
    /** When it begins, in milliseconds since the epoch. */
    readonly hour: number;
    /** Empty: of payments without a chain, and the `created` of all. */
    readonly chain: string;
    /** Empty: of fees. */
    readonly currency: string;
    readonly created: number;
    readonly settled: number;
    readonly failed: number;
    readonly blocked: number;
    /** Minor units of the currency. */
    readonly volume: Units;
    /** Wei, or lamports. */
    readonly fees: Units;
    /** Counts of settlement times, as JSON. */
    readonly settlement: string;
  };
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
  /** A payment that has its funds and cannot be authorized yet. */
  waiting: 'waiting',
  /** A payment that the owners of its wallet may have made, as a restore does not know. */
  doubt: 'doubt',
  /** A settled payment that was undone: whether it was made is looked up when nothing that was signed for it is valid. */
  undone: 'undone',
  /** An authorization that no submission carries yet. Jobs of one sender run together. */
  authorization: 'authorization',
  /** A submission that is not final. */
  submission: 'submission',
  /** A final submission whose fees are unknown. */
  networkFees: 'network_fees',
} as const;
