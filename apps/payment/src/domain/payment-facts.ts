import type { ChainName, Currency, Metadata, PaymentErrorCode, PaymentStage, Units } from '@stablecoin/contracts';

/**
 * What is known of a payment at one moment. Events carry it, so that what follows from them is found without state
 * (protocol rule 9). Times are in milliseconds since the epoch.
 */
export type PaymentFacts = {
  readonly paymentId: string;
  readonly livemode: boolean;
  readonly createdAt: number;
  readonly to: string;
  /** The wallet that pays; null: the treasury. */
  readonly from: string | null;
  readonly amount: Units;
  readonly currency: Currency;
  /** The requested chain, and then the one that was chosen; null: none was requested, and none is chosen yet. */
  readonly chain: ChainName | null;
  readonly memo: string | null;
  readonly metadata: Metadata;
  readonly idempotencyKey: string | null;
  readonly stage: PaymentStage;
  readonly complianceRef: string | null;
  readonly approvalId: string | null;
  readonly txHash: string | null;
  readonly explorerUrl: string | null;
  readonly settledAt: number | null;
  /** The chain had made the transfer before this payment was authorized. */
  readonly recovered: boolean;
  /** Null: it has not failed. */
  readonly failure: Failure | null;
};

export type Failure = { readonly code: PaymentErrorCode; readonly message: string };

/** A payment that ended without a transfer. */
export function failed(facts: PaymentFacts, { code, message }: Failure): PaymentFacts {
  return { ...facts, stage: 'done', failure: { code, message } };
}

/** A payment whose transfer is on chain. @param transfer - not dated before the payment's creation */
export function settled(
  facts: PaymentFacts,
  transfer: { readonly txHash: string; readonly explorerUrl: string | null; readonly settledAt: number },
): PaymentFacts {
  const { txHash, explorerUrl, settledAt } = transfer;
  return { ...facts, stage: 'done', txHash, explorerUrl, settledAt };
}
