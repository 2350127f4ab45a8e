import { eventually } from '@stablecoin/event-sourcing/testing';
import { entriesOf } from '../support/audit-log';
import { expectError, idOf } from '../support/payments';
import { RuleBook, UNKNOWN_DRAFT } from '../support/rules';
import { useService } from '../support/service';

describe('PUT /v1/rules/drafts/:id', () => {
  const service = useService();
  const book = () => new RuleBook(service.api.as('op_update_rule_draft'));
  const first = { name: 'a', effect: 'deny', when: { currency: 'EURC' } };
  const second = { name: 'b', effect: 'deny', when: { currency: 'USDC', countries: ['DE'] } };

  it('replaces the document, takes the agreement away, and names what differs from the version in force', async () => {
    await book().enforce([first, second]);
    const id = await book().drafted([first]);
    expect((await book().agree(id)).body).toMatchObject({ agreed_by: idOf('key') });
    const changed = await book().change(id, [second, { ...first, effect: 'allow' }]);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      id,
      agreed_by: null,
      rules: [{ name: 'b' }, { name: 'a' }],
      changes: { added: [], removed: [], changed: ['a'], reordered: true, otherwise_changed: false },
    });
    expect((await book().read(id)).body).toEqual(changed.body);
  });

  it('is in the audit log with what the draft said before', async () => {
    const account = service.api.as('op_update_rule_audit');
    const own = new RuleBook(account);
    const [id, other] = [await own.drafted([first]), await own.drafted([second])];
    await own.change(id, [first, second]);
    await eventually(async () => {
      expect(await entriesOf(account, 'action=rules.draft_changed')).toMatchObject([
        { before: { rules: [{ name: 'a' }] }, after: { draft: id, rules: [{ name: 'a' }, { name: 'b' }] } },
      ]);
      expect(await entriesOf(account, 'action=rules.drafted')).toMatchObject([
        { before: null, after: { draft: other, otherwise: 'allow', rules: [{ name: 'b' }] } },
        { before: null, after: { draft: id, otherwise: 'allow', rules: [{ name: 'a' }] } },
      ]);
    });
  });

  it('400 for a rule that can never match, and the draft stays as it is', async () => {
    const id = await book().drafted([first]);
    const never = { ...first, when: { currency: 'USDC', above: '2', up_to: '1' } };
    expectError(await book().change(id, [never]), 400, 'invalid_request', { param: 'rules[0].when.up_to' });
    expect((await book().read(id)).body).toMatchObject({ rules: [{ when: { currency: 'EURC' } }] });
  });

  it('404 for a draft that does not exist', async () => {
    expectError(await book().change(UNKNOWN_DRAFT, []), 404, 'not_found');
  });
});
