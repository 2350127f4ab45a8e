import type { ChainName, Currency, Units } from '@stablecoin/money';
import type { Message } from './message';
import type { ById, PageRequest, Tenant, WalletBound } from './query';
import type {
  Metadata,
  Page,
  Payment,
  PaymentErrorCode,
  PaymentStage,
  PaymentStatus,
  Simulation,
  TimelineEntry,
} from './resources';

/** Everything a payment is made from; validated and normalised by the gateway. */
export interface PaymentOrder {
  readonly paymentId: string;
  readonly to: string;
  readonly amount: Units;
  readonly currency: Currency;
  /** The chain that was asked for. */
  readonly chain: ChainName | 'auto';
  /** The chains that may carry it, by recipient, wallet and request, in order of preference; never empty. */
  readonly candidates: readonly ChainName[];
  readonly from: string | null;
  readonly memo: string | null;
  readonly compliance: 'auto' | 'skip';
  readonly complianceRef: string | null;
  readonly countryCode: string | null;
  readonly idempotencyKey: string | null;
  /** The API key that ordered it. Missing in orders of earlier versions. */
  readonly createdBy?: string;
  /** Missing when there is none. */
  readonly metadata?: Metadata;
}

/** Key: the payment's id. */
export type InitiatePayment = Message<'payment.InitiatePayment', PaymentOrder>;
export type CancelPayment = Message<'payment.CancelPayment', { readonly paymentId: string }>;
/** What follows when the sender's stream has ended an authorization without a transfer (protocol rule 15). */
export type FailPayment = Message<
  'payment.FailPayment',
  { readonly paymentId: string; readonly code: PaymentErrorCode; readonly message: string }
>;

/** What follows first from an order that expires could not go out in time (protocol rule 30). */
export type ExpirePayment = Message<
  'payment.ExpirePayment',
  {
    readonly paymentId: string;
    /** What the payment still waits for then; one that is further has had its first step. */
    readonly phase: 'screening' | 'reserving';
  }
>;

export type PaymentCommand = InitiatePayment | CancelPayment | FailPayment | ExpirePayment;

export const PAYMENT_EVENT_TYPES = [
  /** The payment exists. */
  'payment.initiated',
  /** It waits for a person: a review of its screening, or an approval. */
  'payment.waiting',
  'payment.settled',
  'payment.failed',
  'payment.compliance_blocked',
] as const;
export type PaymentEventType = (typeof PAYMENT_EVENT_TYPES)[number];

/** Public; key: the payment's id. `data` is the payment as it was right after the event. */
export type PaymentEvent = Message<PaymentEventType, Payment>;

export interface PaymentFilter {
  /** Only this payment. */
  readonly id: string | null;
  readonly status: PaymentStatus | null;
  readonly stage: PaymentStage | null;
  readonly chain: ChainName | null;
  readonly to: string | null;
  /** A wallet's id: payments from it. */
  readonly wallet: string | null;
  /** Milliseconds since the epoch; both exclusive. */
  readonly createdAfter: number | null;
  readonly createdBefore: number | null;
  /** Every entry has to be there. */
  readonly metadata: Metadata;
}

export interface PaymentQueries {
  'payment.get': { params: ById; result: Payment | null };
  'payment.list': { params: PageRequest & WalletBound & PaymentFilter; result: Page<Payment> };
  'payment.timeline': { params: ById; result: readonly TimelineEntry[] | null };
  /** Why the recipient of an order can never be paid on one of its chains; null where nothing is known against it. */
  'payment.refusal': {
    params: Pick<Tenant, 'livemode'> & Pick<PaymentOrder, 'to' | 'currency' | 'candidates'>;
    result: string | null;
  };
  'payment.simulate': { params: Tenant & { readonly order: PaymentOrder }; result: Simulation };
}
