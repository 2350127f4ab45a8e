import type { ChainName } from '@stablecoin/contracts';

/** What the streams of payments begin with. */
export const PAYMENTS = 'payment-';
/** What the streams of senders begin with. */
export const SENDERS = 'submission-';

/** The stream of a payment. */
export function paymentStream(paymentId: string): string {
  return `${PAYMENTS}${paymentId}`;
}

/** Names a sender on a chain: the ordering key of its authorizations, and the end of its stream's name. */
export function senderKey({ chain, sender }: { readonly chain: ChainName; readonly sender: string }): string {
  return `${chain}.${sender}`;
}

/** The stream of a sender on a chain. */
export function submissionStream(key: string): string {
  return `${SENDERS}${key}`;
}
