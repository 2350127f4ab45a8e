import type { ChainName, Coin, Currency } from '../money';
import type { RulesExplained } from './rules';
import type { CurrencyBalances, Metadata } from './shared-shapes';

export type PaymentStatus = 'pending' | 'settled' | 'failed';

export const PAYMENT_STAGES = [
  'screening',
  'awaiting_approval',
  'reserving',
  'waiting',
  'held',
  'queued',
  'broadcast',
  'confirming',
  'done',
] as const;
export type PaymentStage = (typeof PAYMENT_STAGES)[number];

export const PAYMENT_ERROR_CODES = [
  'insufficient_balance',
  'insufficient_gas',
  'compliance_blocked',
  'rule_denied',
  'chain_unavailable',
  'recipient_blocklisted',
  'transaction_reverted',
  'transaction_expired',
  'spend_limit_onchain',
  'wallet_policy_changed',
  'wallet_blocklisted',
  'approval_rejected',
  'approval_expired',
  'canceled',
  'idempotency_conflict',
  'internal_error',
] as const;
export type PaymentErrorCode = (typeof PAYMENT_ERROR_CODES)[number];

export interface Payment {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly stage: PaymentStage;
  readonly txHash: string | null;
  readonly to: string;
  readonly from: string | null;
  readonly amount: string;
  readonly currency: Currency;
  readonly chain: ChainName | null;
  readonly memo: string | null;
  readonly compliance_ref: string | null;
  readonly approval_id: string | null;
  readonly error_code: PaymentErrorCode | null;
  readonly error_message: string | null;
  readonly idempotency_key: string | null;
  readonly livemode: boolean;
  readonly explorer_url: string | null;
  readonly created_at: string;
  readonly settled_at: string | null;
  readonly settlement_ms: number | null;
  /** Its transfer was made before, by a payment whose record is lost: `txHash` names it. */
  readonly recovered: boolean;
  readonly metadata: Metadata;
}

/** One entry of a payment's timeline; further fields depend on the type. */
export interface TimelineEntry {
  readonly type: string;
  readonly at: string;
  readonly text: string;
  readonly [detail: string]: unknown;
}

export interface SimulationCandidate {
  readonly chain: ChainName;
  readonly verdict: 'ok' | PaymentErrorCode;
  readonly reason: string;
  readonly fee: string;
  readonly settlement_ms: number;
  readonly balance: string;
}

export interface Simulation {
  readonly candidates: readonly SimulationCandidate[];
  readonly chosen: ChainName | null;
  /** Null: no rules are in force. */
  readonly rules: RulesExplained | null;
}

export const STATS_INTERVALS = ['hour', 'day'] as const;
export type StatsIntervalName = (typeof STATS_INTERVALS)[number];

/** What happened to payments in one interval. */
export interface IntervalStats {
  readonly start: string;
  readonly created: number;
  readonly settled: number;
  readonly failed: number;
  readonly blocked: number;
  /** Of the payments that were settled. */
  readonly volume: CurrencyBalances;
  /** Null where one currency was asked for: one transaction may carry both. */
  readonly fees: Readonly<Record<Lowercase<Coin>, string>> | null;
  /** Within 0.8 %; null when no payment was settled. */
  readonly settlement_ms: { readonly p50: number | null; readonly p99: number | null };
}

export interface PaymentStats {
  readonly data: readonly IntervalStats[];
}
