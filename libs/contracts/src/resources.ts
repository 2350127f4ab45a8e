import type { ChainName, Coin, Currency, CurrencyKey } from './money';

/**
 * The resources of the API, in its names and shapes: every key is present, an unknown value is `null`, amounts are decimal
 * strings, times ISO 8601 UTC.
 */

/** What a client has noted on an object, by key. Nothing is decided by it. */
export type Metadata = Readonly<Record<string, string>>;

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

export type CurrencyBalances = Readonly<Record<CurrencyKey, string>>;

export interface Wallet {
  readonly id: string;
  /** Null unless it is active. */
  readonly address: string | null;
  readonly owner: string;
  readonly chain: ChainName;
  readonly spend_limit: string | null;
  readonly spent_24h: string;
  readonly label: string | null;
  /** `in_review`: the verification of the owner needs a review. `rejected`: the reviewer blocked the owner. */
  readonly status: 'active' | 'in_review' | 'rejected';
  readonly balances: CurrencyBalances;
  /** Deposits whose sender is not cleared: not in `balances`, and not to be spent. */
  readonly held: CurrencyBalances;
  readonly compliance_ref: string | null;
  readonly approvers: readonly string[];
  readonly approval_threshold: number;
  /** The contract that holds the money; null in the sandbox. */
  readonly contract: WalletContractView | null;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly metadata: Metadata;
}

/** The contract of a live wallet, as it was created. */
export interface WalletContractView {
  readonly type: 'safe';
  readonly version: string;
  /** The contract that enforces the limit. */
  readonly module: string;
  /** Whether a payment has deployed it. */
  readonly deployed: boolean;
  /** The key that pays within the limit. */
  readonly spender: string;
  readonly owners: readonly string[];
  readonly threshold: number;
}

/** What a final block says of a wallet. */
export interface OnchainView {
  readonly block: number;
  readonly limit: string | null;
  /** In the window of 24 hours that began at `window_start`. */
  readonly spent: string;
  /** Null: no window is open. */
  readonly window_start: string | null;
  readonly balances: CurrencyBalances;
}

/** A wallet that can receive and send. */
export interface ActiveWallet extends Wallet {
  readonly address: string;
  readonly status: 'active';
}

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'expired', 'canceled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export interface Approval {
  readonly id: string;
  readonly payment_id: string;
  /** Null: the treasury would pay. */
  readonly wallet_id: string | null;
  readonly amount: string;
  readonly currency: Currency;
  readonly status: ApprovalStatus;
  readonly approved_by: readonly string[];
  readonly threshold: number;
  /** EIP-712 data of the transfer; null when there is nothing to sign, such as on Solana. */
  readonly authorization: TypedData | null;
  /** EIP-712 data that an approver signs: a `SafeMessage` of the digest of `authorization`. */
  readonly typed_data: TypedData | null;
  readonly expires_at: string;
  readonly created_at: string;
}

/** EIP-712 typed data, as wallets and libraries take it. Whole numbers are decimal text. */
export interface TypedData {
  readonly domain: {
    readonly name?: string;
    readonly version?: string;
    readonly chainId: number;
    readonly verifyingContract: string;
  };
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, string>>;
}

export const DEPOSIT_STATUSES = ['screening', 'held', 'released', 'kept'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** A transfer that came in and was not available at once, because its sender is screened first. */
export interface Deposit {
  readonly id: string;
  /** `screening`: no result yet. `held`: a person has to decide. `released`: the money is available. `kept`: never. */
  readonly status: DepositStatus;
  /** Null: the treasury received it. */
  readonly wallet_id: string | null;
  readonly chain: ChainName;
  readonly currency: Currency;
  readonly amount: string;
  /** As the chain says it. */
  readonly from: string;
  /** Who is screened; null: not known. Another address than `from` where the money was minted or left a token account. */
  readonly sender: string | null;
  readonly tx_hash: string;
  /** The screening; null: none has a result. */
  readonly compliance_ref: string | null;
  /** Why a person has to decide, or had to; null: nobody had to. */
  readonly reason: string | null;
  /** The API key of who decided; null: nobody has. */
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly decision_note: string | null;
  readonly livemode: boolean;
  readonly created_at: string;
}

export type ChainBalances = Readonly<Record<ChainName, CurrencyBalances>>;

export interface TreasuryBalance {
  readonly usdc: string;
  readonly eurc: string;
  /** USDC by chain (API contract, Treasury balance). */
  readonly chains: Readonly<Record<ChainName, string>>;
  readonly available: ChainBalances;
  readonly reserved: ChainBalances;
  /** Deposits whose sender is not cleared. The totals do not include them. */
  readonly held: ChainBalances;
  readonly as_of: string;
}

/** The balance at the end of an interval, with reserved amounts and without held deposits. */
export interface BalanceInterval extends CurrencyBalances {
  readonly start: string;
  readonly chains: ChainBalances;
}

/** The books of a treasury beside what a chain holds, in one currency. */
export interface ReconciledBalance {
  readonly chain: ChainName;
  readonly currency: Currency;
  /** `available`, `in_flight` and `held` together. */
  readonly booked: string;
  readonly available: string;
  /** Reserved for payments that have not ended. */
  readonly in_flight: string;
  /** Deposits whose sender is not cleared. */
  readonly held: string;
  /** At a final block; null: not known here. */
  readonly onchain: string | null;
  /** What the chain holds more (negative: less) than payments and deposits under way can explain; null: not known here. */
  readonly difference: string | null;
  readonly status: 'matched' | 'differs' | 'unknown' | 'simulated';
  /** The time of that block; null: not known here. */
  readonly read_at: string | null;
}

export interface TreasuryReconciliation {
  readonly as_of: string;
  readonly data: readonly ReconciledBalance[];
}

export interface TreasurySettings {
  readonly low_balance: {
    readonly total: string | null;
    readonly chains: Readonly<Record<ChainName, string | null>>;
  };
}

export const LEDGER_KINDS = [
  'opened',
  'credited',
  'held',
  'released',
  'reserved',
  'posted',
  'voided',
  'network_fee',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export interface LedgerEntry {
  readonly id: string;
  readonly at: string;
  readonly kind: LedgerKind;
  /** The coin of the chain for a network fee. */
  readonly currency: Currency | Coin;
  readonly chain: ChainName;
  readonly payment_id: string | null;
  /** Signed amounts that sum to zero. */
  readonly postings: readonly { readonly account: string; readonly amount: string }[];
}

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
  /** Who was asked: a URL without secrets, or a contract with its chain. */
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

export const WEBHOOK_EVENT_TYPES = [
  'payment.settled',
  'payment.failed',
  'payment.compliance_blocked',
  'payment.in_review',
  'payment.awaiting_approval',
  'payment.waiting',
  'wallet.activated',
  'wallet.funded',
  'wallet.spend_limit_reached',
  'treasury.low_balance',
  'compliance.match_found',
  'deposit.held',
  'deposit.released',
  'webhook_endpoint.disabled',
] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number] | 'webhook.test';

export interface WebhookEvent {
  readonly id: string;
  readonly type: WebhookEventType;
  readonly created_at: string;
  readonly sequence: number;
  readonly livemode: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookEndpoint {
  readonly id: string;
  readonly url: string;
  /** Event types that are sent; null: all. */
  readonly events: readonly string[] | null;
  readonly description: string | null;
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason: string | null;
  readonly livemode: boolean;
  readonly created_at: string;
}

export interface DeliveryAttempt {
  readonly at: string;
  readonly status_code: number | null;
  readonly duration_ms: number;
  readonly error: string | null;
  /** Null where no call was made, and for attempts of earlier versions. */
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> } | null;
  /** The beginning of the answer's body. Null where none came, for attempts of earlier versions, and where it is not to be shown. */
  readonly response: { readonly body: string; readonly truncated: boolean } | null;
}

export interface Delivery {
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: readonly DeliveryAttempt[];
  readonly next_attempt_at: string | null;
  readonly created_at: string;
}

/** A delivery with the bytes that were signed and sent. */
export interface DeliveryWithBody extends Delivery {
  readonly request_body: string;
}

export const PLANS = ['scale', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

export const SCOPES = [
  'payments:write',
  'payments:read',
  'wallets:write',
  'wallets:read',
  'approvals:write',
  'treasury:write',
  'treasury:read',
  'screenings:write',
  'screenings:skip',
  'compliance:write',
  'compliance:read',
  'webhooks:write',
  'webhooks:read',
  'events:read',
  'keys:write',
  'keys:read',
  'members:write',
  'members:read',
  'policies:write',
  'policies:read',
  'audit:read',
  'system:write',
  'system:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Has payments and wallets made without screening. Only the operator gives it. */
export const SKIP_SCOPE = 'screenings:skip' satisfies Scope;
/** What a key may do if nobody says what, and what an administrator may do. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== SKIP_SCOPE);

export interface ApiKey {
  readonly id: string;
  readonly name: string | null;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  readonly livemode: boolean;
  readonly last4: string;
  readonly expires_at: string | null;
  readonly ip_allow_list: readonly string[] | null;
  /** The only wallets that the key pays from and sees; null: everything of its account. */
  readonly wallet_ids: readonly string[] | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

/** A page of a list; `next_cursor` goes into `starting_after`. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}
