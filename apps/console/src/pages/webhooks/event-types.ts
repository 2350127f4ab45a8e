import type { Resource } from '../../api/client';

/** What endpoints can subscribe to, with what it tells. */
export const EVENT_TYPES: Readonly<Record<Resource<'EventType'>, string>> = {
  'payment.settled': 'A payment is on the chain',
  'payment.failed': 'A payment has failed',
  'payment.compliance_blocked': 'A recipient failed screening',
  'payment.in_review': 'A payment waits for a reviewer',
  'payment.awaiting_approval': 'A payment waits for an approval',
  'payment.waiting': 'A payment waits before its transfer',
  'wallet.activated': 'A wallet can be used',
  'wallet.funded': 'A wallet has received money',
  'wallet.spend_limit_reached': 'A wallet has reached its limit',
  'treasury.low_balance': 'The treasury is below its threshold',
  'compliance.match_found': 'A recipient was listed after a payment',
  'deposit.held': 'A deposit waits for a decision',
  'deposit.released': 'A held deposit is available',
  'rules.published': 'Rules were published',
  'webhook_endpoint.disabled': 'A webhook endpoint was disabled',
};

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as Resource<'EventType'>[];

/** What an event tells; empty for a type that a newer service has. */
export function whatHappened(type: string): string {
  return new Map<string, string>(Object.entries(EVENT_TYPES)).get(type) ?? '';
}
