import type { ChainName, Currency, Units } from './money';
import type { Message } from './message';
import type { PaymentPolicy, PrincipalIds } from './policy';
import type { ById, PageRequest, Tenant, WalletBound } from './query';
import type {
  IntervalStats,
  Payment,
  PaymentErrorCode,
  PaymentStage,
  PaymentStatus,
  Simulation,
  StatsIntervalName,
  TimelineEntry,
} from './resources/payments';
import type { Metadata, Page } from './resources/shared-shapes';

/** The order of a payment, validated and normalised by the gateway. */
export interface PaymentOrder {
  readonly paymentId: string;
  readonly to: string;
  readonly amount: Units;
  readonly currency: Currency;
  /** The requested chain. */
  readonly chain: ChainName | 'auto';
  /** The possible chains, by recipient, wallet and request, in order of preference; never empty. */
  readonly candidates: readonly ChainName[];
  readonly from: string | null;
  readonly memo: string | null;
  readonly compliance: 'auto' | 'skip';
  readonly complianceRef: string | null;
  readonly countryCode: string | null;
  readonly idempotencyKey: string | null;
  /** What the key counts within, for an API key that is bound to wallets. Missing: the account. */
  readonly idempotencyScope?: string;
  /** The API key that ordered it. Missing in orders of earlier versions. */
  readonly createdBy?: string;
  /** Who may be behind that, where the rules of the account ask for it. */
  readonly creator?: PrincipalIds;
  /** Missing when no policy asks anything of it. */
  readonly policy?: PaymentPolicy;
  /**
   * It was refused, and may have been made before a restore, in the part of the records that is lost: it is looked up, and fails
   * with this if it was not made. The rules of the account deny it likewise. Missing: it was not refused.
   */
  readonly refusal?: { readonly code: PaymentErrorCode; readonly message: string };
  /** Missing when the payment has none. */
  readonly metadata?: Metadata;
}

/** Key: the payment's id. */
export type InitiatePaymentMessage = Message<
  'payment.InitiatePayment',
  PaymentOrder & {
    /** The generation of a restored store that has the order from before it: the payment is held there. */
    readonly heldIn?: string;
  }
>;
/** A client has sent the key of the payment again, in the generation of that name. */
export type ConfirmPaymentMessage = Message<
  'payment.ConfirmPayment',
  { readonly paymentId: string; readonly generation: string }
>;
export type CancelPaymentMessage = Message<'payment.CancelPayment', { readonly paymentId: string }>;
/** Sent when the sender's stream has ended an authorization without a transfer (protocol rule 15). */
export type FailPaymentMessage = Message<
  'payment.FailPayment',
  { readonly paymentId: string; readonly code: PaymentErrorCode; readonly message: string }
>;

/** Sent when the first message of an order could not be published before the order expired (protocol rule 30). */
export type ExpirePayment = Message<
  'payment.ExpirePayment',
  {
    readonly paymentId: string;
    /** The step that the payment then waits for; it has no effect on a payment that is further. */
    readonly phase: 'screening' | 'reserving';
  }
>;

export const PAYMENT_EVENT_TYPES = [
  /** The payment exists. */
  'payment.initiated',
  /** It waits for a review of its screening, or for an approval. */
  'payment.waiting',
  'payment.settled',
  'payment.failed',
  'payment.compliance_blocked',
] as const;
export type PaymentEventType = (typeof PAYMENT_EVENT_TYPES)[number];

/** Public; key: the payment's id. `data` is the payment right after the event. */
export type PublicPaymentEvent = Message<PaymentEventType, Payment>;

export interface PaymentFilter {
  /** Only this payment. */
  readonly id: string | null;
  readonly status: PaymentStatus | null;
  readonly stage: PaymentStage | null;
  readonly chain: ChainName | null;
  readonly to: string | null;
  /** A wallet's id: payments from it. */
  readonly wallet: string | null;
  /** Both exclusive, in milliseconds since the epoch. */
  readonly createdAfter: number | null;
  readonly createdBefore: number | null;
  /** Every entry has to be there. */
  readonly metadata: Metadata;
  /**
   * Only payments that the text names: by id, transaction hash, recipient, a word of the memo or the memo, or a value of the
   * metadata. Missing: all.
   */
  readonly search?: {
    readonly text: string;
    /** The payment whose idempotency key is the text; null: there is none. */
    readonly id: string | null;
  };
}

export interface PaymentQueries {
  /**
   * Whether a chain has a transfer with the on-chain id of an order, or does not say. Asked of a restored service alone, for
   * an order of which it has no record.
   */
  'payment.may_be_made': { params: Tenant & { readonly order: PaymentOrder }; result: boolean };
  'payment.get': { params: ById; result: Payment | null };
  'payment.list': { params: PageRequest & WalletBound & PaymentFilter; result: Page<Payment> };
  /** One entry for each interval that has a moment from `from` on and before `to`, the earliest first. */
  'payment.stats': {
    params: Tenant & {
      /** Milliseconds since the epoch. */
      readonly from: number;
      readonly to: number;
      readonly interval: StatsIntervalName;
      readonly chain: ChainName | null;
      readonly currency: Currency | null;
    };
    result: readonly IntervalStats[];
  };
  'payment.timeline': { params: ById; result: readonly TimelineEntry[] | null };
  /** Why the recipient of an order cannot be paid on one of its chains; null if no reason is known. */
  'payment.refusal': {
    params: Pick<Tenant, 'livemode'> & Pick<PaymentOrder, 'to' | 'currency' | 'candidates'>;
    result: string | null;
  };
  'payment.simulate': { params: Tenant & { readonly order: PaymentOrder }; result: Simulation };
}
