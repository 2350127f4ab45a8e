import type { StoredEvent } from '@stablecoin/event-sourcing';
import type { RulesEvent } from '../domain/rules';
import { T0 } from '../testing/payments';
import { rulesMessagesFor } from './rules-messages';

const recorded = (event: RulesEvent): StoredEvent<RulesEvent> => ({
  ...event,
  ...{ id: '11111111-1111-5111-8111-111111111111', stream: 'rules-acme.live', revision: 4, position: 40 },
  metadata: { commandId: 'req_1', at: T0, correlationId: 'req_1', account: 'acme', livemode: true },
});

const document = { default: 'allow', rules: [] } as const;
const by = ['usr_1'];

it('a publication of rules says who drafted, agreed to and published them, and nothing of what they say', () => {
  const people = { draftedBy: 'key_1', agreedBy: 'usr_1', publishedBy: null };
  const data = { draftId: 'rdr_1', version: 2, document, from: T0, agreement: 'second_person', ...people } as const;
  expect(rulesMessagesFor(recorded({ type: 'RulesPublished', data }))).toMatchObject([
    {
      ...{ type: 'payment.rules_published', key: 'acme.live', account: 'acme', livemode: true, sequence: 4 },
      data: {
        ...{ version: 2, in_force_from: new Date(T0).toISOString(), draft_id: 'rdr_1' },
        ...{ agreement: 'second_person', drafted_by: 'key_1', agreed_by: 'usr_1', published_by: null },
      },
    },
  ]);
});

it.each<RulesEvent>([
  { type: 'RulesDrafted', data: { draftId: 'rdr_1', document, by, at: T0 } },
  { type: 'RulesRevised', data: { draftId: 'rdr_1', document, by, at: T0 } },
  { type: 'RulesAgreed', data: { draftId: 'rdr_1', by } },
  { type: 'RulesDiscarded', data: { draftId: 'rdr_1' } },
])('$type is not public', (event) => {
  expect(rulesMessagesFor(recorded(event))).toEqual([]);
});
