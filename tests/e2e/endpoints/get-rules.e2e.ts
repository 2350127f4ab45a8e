import { expectError } from '../support/payments';
import { RuleBook } from '../support/rules';
import { useService } from '../support/service';

describe('GET /v1/rules', () => {
  const service = useService();
  const api = () => service.api.as('op_get_rules');
  const book = () => new RuleBook(api());

  it('has no rules at version 0 until some are published', async () => {
    expect((await service.api.as('op_get_rules', 'live').get('/rules')).body).toEqual({
      version: 0,
      in_force_from: null,
      otherwise: 'allow',
      rules: [],
      scheduled: [],
      drafts: [],
    });
  });

  it('answers the version in force, those that are scheduled, and those that were', async () => {
    const rule = { name: 'no', effect: 'deny', when: { metadata: { never: 'sent' } } };
    await book().enforce([rule]);
    await book().enforce([]);
    const later = await book().drafted([rule], { otherwise: 'deny' });
    await book().publish(later, { in_force_from: '2099-01-31T12:00:00.000Z' });

    const { body } = await api().get('/rules');
    const scheduled = [{ version: 3, in_force_from: '2099-01-31T12:00:00.000Z' }];
    expect(body).toMatchObject({ version: 2, otherwise: 'allow', rules: [], scheduled, drafts: [] });
    expect((await api().get('/rules?version=1')).body).toMatchObject({ version: 1, rules: [{ name: 'no' }] });
    expect((await api().get('/rules?version=3')).body).toMatchObject({ version: 3, otherwise: 'deny' });
    expectError(await api().get('/rules?version=4'), 404, 'not_found', { param: 'version' });
    expectError(await api().get('/rules?version=0'), 400, 'invalid_request', { param: 'version' });
  });
});
