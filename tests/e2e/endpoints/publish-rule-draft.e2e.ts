import { eventually } from '@stablecoin/event-sourcing/testing';
import { entriesOf } from '../support/audit-log';
import { expectError } from '../support/payments';
import { RuleBook, UNKNOWN_DRAFT } from '../support/rules';
import { useService } from '../support/service';

const DAY_MS = 24 * 3_600_000;

describe('POST /v1/rules/drafts/:id/publish', () => {
  const service = useService();
  const api = () => service.api.as('op_publish_rule_draft');
  const live = () => service.api.as('op_publish_rule_draft', 'live');

  it('makes the draft the version in force in the sandbox, and is in the audit log with the difference', async () => {
    const book = new RuleBook(api());
    const rule = { name: 'no', effect: 'deny', when: { currency: 'EURC' } };
    const first = await book.enforce([rule]);
    expect(first.body).toMatchObject({ version: 1, rules: [{ name: 'no' }], drafts: [] });
    expect((await book.enforce([])).body).toMatchObject({ version: 2, rules: [] });
    await eventually(async () => {
      const { body } = await api().get('/audit_log?action=rules.published');
      expect(body['data']).toMatchObject([
        { before: { version: 1, rules: [{ name: 'no' }] }, after: { version: 2, rules: [] } },
        { before: null, after: { version: 1, agreement: 'sandbox' } },
      ]);
    });
  });

  it('sends rules.published once, with who drafted, agreed and published, and from when on it counts', async () => {
    const account = service.api.as('op_publish_rule_event');
    const book = new RuleBook(account);
    const id = await book.drafted([]);
    await book.agree(id);
    const { body: published } = await book.publish(id);
    await eventually(async () => {
      const [entry] = await entriesOf(account, 'action=rules.published');
      const by = entry?.actor.id;
      const { body } = await account.get('/events?type=rules.published');
      expect(body['data']).toMatchObject([
        {
          livemode: false,
          data: {
            ...{ version: 1, in_force_from: published['in_force_from'], draft_id: id, agreement: 'sandbox' },
            ...{ drafted_by: by, agreed_by: by, published_by: by },
          },
        },
      ]);
    });
  });

  it('waits 24 hours where nobody else of a live account could agree', async () => {
    const book = new RuleBook(live());
    const before = Date.now();
    const { status, body } = await book.enforce([]);
    expect(status).toBe(200);
    expect(body).toMatchObject({ version: 0, scheduled: [{ version: 1 }] });
    const [scheduled] = body['scheduled'] as { readonly in_force_from: string }[];
    expect(Date.parse(scheduled?.in_force_from ?? '')).toBeGreaterThanOrEqual(before + DAY_MS);
  });

  it('404 for a draft that does not exist, and 400 for a moment in the past', async () => {
    const book = new RuleBook(api());
    expectError(await book.publish(UNKNOWN_DRAFT), 404, 'not_found');
    for (const moment of ['2020-01-01', 'tomorrow', 7]) {
      const refused = await book.publish(UNKNOWN_DRAFT, { in_force_from: moment });
      expectError(refused, 400, 'invalid_request', { param: 'in_force_from' });
    }
  });
});
