import { expectError } from '../support/payments';
import { RuleBook } from '../support/rules';
import { useService } from '../support/service';

describe('DELETE /v1/rules/drafts/:id', () => {
  const service = useService();
  const book = () => new RuleBook(service.api.as('op_discard_rule_draft'));

  it('ends the draft: it is neither found nor published any more', async () => {
    const id = await book().drafted([]);
    const { status, body } = await book().discard(id);
    expect({ status, body }).toEqual({ status: 200, body: { id, deleted: true } });
    for (const refused of [await book().read(id), await book().publish(id), await book().discard(id)]) {
      expectError(refused, 404, 'not_found');
    }
  });
});
