import { expectError } from '../support/payments';
import { RuleBook, UNKNOWN_DRAFT } from '../support/rules';
import { useService } from '../support/service';

describe('GET /v1/rules/drafts/:id', () => {
  const service = useService();
  const book = () => new RuleBook(service.api.as('op_get_rule_draft'));

  it('answers the draft, to its own account and mode alone', async () => {
    const made = await book().draft([]);
    const id = String(made.body['id']);
    const { status, body } = await book().read(id);
    expect({ status, body }).toEqual({ status: 200, body: made.body });
    for (const other of [service.api.as('op_get_rules'), service.api.as('op_get_rule_draft', 'live')]) {
      expectError(await new RuleBook(other).read(id), 404, 'not_found');
    }
  });

  it('404 for one that does not exist', async () => {
    for (const id of [UNKNOWN_DRAFT, 'hasOwnProperty', '__proto__']) {
      expectError(await book().read(id), 404, 'not_found');
    }
  });
});
