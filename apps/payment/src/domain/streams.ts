import { StreamCategory } from '@stablecoin/event-sourcing';
import type { ChainName } from '@stablecoin/contracts';
import type { PaymentEvent } from './payment-events';
import { upcastPaymentEvent } from './payment-upcast';
import type { SubmissionEvent } from './submission';

/** Each payment has one, by its id. */
export const paymentStreams = new StreamCategory<PaymentEvent>('payment', { upcast: upcastPaymentEvent });

/** Each sender on a chain has one, by its {@link senderKey}. */
export const submissionStreams = new StreamCategory<SubmissionEvent>('submission');

/** An event of this service. */
export type PaymentServiceEvent = PaymentEvent | SubmissionEvent;

/** Names a sender on a chain: the ordering key of its authorizations, and the end of its stream's name. */
export function senderKey({ chain, sender }: { readonly chain: ChainName; readonly sender: string }): string {
  return `${chain}.${sender}`;
}
