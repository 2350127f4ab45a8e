import { rulesKey } from '@stablecoin/contracts';
import type { Message, RulesPublishedMessage } from '@stablecoin/contracts';
import type { Steps, StoredEvent } from '@stablecoin/event-sourcing';
import { messageFrom } from '@stablecoin/messaging';
import { toIso } from '../domain/payment-resource';
import type { RulesEvent } from '../domain/rules';

/** The messages that an event of rules leads to: a publication is public. */
export function rulesMessagesFor(event: StoredEvent<RulesEvent>): Steps<Message> {
  if (event.type !== 'RulesPublished') return [];
  const { version, from, draftId, agreement, draftedBy, agreedBy, publishedBy } = event.data;
  const people = { drafted_by: draftedBy, agreed_by: agreedBy, published_by: publishedBy };
  const data = { version, in_force_from: toIso(from), draft_id: draftId, agreement, ...people };
  const key = rulesKey(event.metadata);
  return [messageFrom<RulesPublishedMessage>(event, { type: 'payment.rules_published', key, data })];
}
