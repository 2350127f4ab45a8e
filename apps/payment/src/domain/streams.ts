import { StreamCategory } from '@stablecoin/event-sourcing';
import { rulesKey, type ChainName, type Tenant } from '@stablecoin/contracts';
import type { PaymentEvent } from './payment-events';
import { upcastPaymentEvent } from './payment-upcast';
import type { RulesEvent } from './rules';
import type { SubmissionEvent } from './submission';

/** Each payment has one, by its id. */
export const paymentStreams = new StreamCategory<PaymentEvent>('payment', { upcast: upcastPaymentEvent });

/** Each sender on a chain has one, by its {@link senderKey}. */
export const submissionStreams = new StreamCategory<SubmissionEvent>('submission');

/** The rules of an account and mode: `rules-<account>.<mode>`. */
export const rulesStreams = new StreamCategory<RulesEvent>('rules');

/** The stream of the rules of an account and mode. */
export function rulesStream(tenant: Tenant): string {
  return rulesStreams.stream(rulesKey(tenant));
}

/** An event of a payment or a sender. */
export type PaymentServiceEvent = PaymentEvent | SubmissionEvent;

/** Names a sender on a chain: the ordering key of its authorizations, and the end of its stream's name. */
export function senderKey({ chain, sender }: { readonly chain: ChainName; readonly sender: string }): string {
  return `${chain}.${sender}`;
}
