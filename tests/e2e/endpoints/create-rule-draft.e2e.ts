import { EVM_RECIPIENT, expectError, idOf } from '../support/payments';
import { RuleBook } from '../support/rules';
import { useService } from '../support/service';

describe('POST /v1/rules/drafts', () => {
  const service = useService();
  const api = () => service.api.as('op_create_rule_draft');
  const book = () => new RuleBook(api());

  it('answers the draft with its warnings and changes, and changes nothing for payments', async () => {
    const rules = [
      { name: 'stop', effect: 'deny' },
      { name: 'most', effect: 'limit', when: { currency: 'USDC' }, max: '1' },
      {
        name: 'two',
        effect: 'require',
        when: {
          ...{ to: [EVM_RECIPIENT.toLowerCase()], above: '5', up_to: '9.5', currency: 'USDC', chains: ['base'] },
          ...{ payers: ['treasury'], countries: ['DE'], metadata: { team: 'ops' }, from_hour: 22, until_hour: 6 },
          ...{ weekdays: ['sat', 'sun'], time_zone: 'europe/berlin' },
        },
        approvals: 2,
        exclude_creator: true,
      },
    ];
    const { status, body } = await book().draft(rules, { otherwise: 'allow' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: idOf('rdr'),
      drafted_by: idOf('key'),
      agreed_by: null,
      warnings: [{ rule: 'stop' }, { rule: 'most' }],
      changes: { added: ['stop', 'most', 'two'], removed: [], changed: [], reordered: false, otherwise_changed: false },
      rules: [
        { name: 'stop', max: null, approvals: null },
        { name: 'most', max: '1.00' },
        {
          when: { to: [EVM_RECIPIENT], above: '5.00', up_to: '9.50', time_zone: 'Europe/Berlin', created_by: null },
          approvals: 2,
          exclude_creator: true,
        },
      ],
    });
    expect((await api().get('/rules')).body).toMatchObject({ version: 0, rules: [], drafts: [body['id']] });
    expect((await api().post('/payments', { to: EVM_RECIPIENT, amount: '2.00' })).status).toBe(201);
    await book().discard(String(body['id']));
  });

  const deny = { name: 'no', effect: 'deny' };
  const limits: readonly (readonly [field: string, more: object])[] = [
    ['max', { within_hours: 24 }],
    ['max_payments', { max: '1.00', max_payments: 3 }],
    ['max_payments', { max: '1.00', max_payments: 3, within_hours: 24 }],
    ['max_payments', { max_payments: 0, within_hours: 24 }],
    ['per', { max: '1.00', per: 'recipient' }],
    ['per', { max: '1.00', per: 'wallet', within_hours: 24 }],
    ['within_hours', { max: '1.00', within_hours: 745 }],
    ['within_hours', { max: '1.00', within_hours: '24' }],
    ['when.currency', { when: {}, max: '1.00', within_hours: 24 }],
  ];
  it.each<[string, object]>([
    ['rules', { rules: 'none' }],
    ['otherwise', { otherwise: 'maybe' }],
    ['rulez', { rulez: [] }],
    ['rules[0].name', { rules: [{ effect: 'deny' }] }],
    ['rules[0].name', { rules: [{ ...deny, name: 'No' }] }],
    ['rules[0].effect', { rules: [{ name: 'no', effect: 'refuse' }] }],
    ['rules', { rules: Array(201).fill({ name: 'no', effect: 'deny' }) }],
    ['rules[0].colour', { rules: [{ ...deny, colour: 'red' }] }],
    ['rules[0].max', { rules: [{ ...deny, max: '1.00' }] }],
    ['rules[0].max', { rules: [{ name: 'most', effect: 'limit', when: { currency: 'USDC' } }] }],
    ...limits.map(([field, more]): [string, object] => [
      `rules[0].${field}`,
      { rules: [{ name: 'most', effect: 'limit', when: { currency: 'USDC' }, ...more }] },
    ]),
    ['rules[0].within_hours', { rules: [{ ...deny, within_hours: 24 }] }],
    ['rules[0].approvals', { rules: [{ name: 'two', effect: 'require', approvals: 3 }] }],
    ['rules[0].when.country', { rules: [{ ...deny, when: { country: ['DE'] } }] }],
    ['rules[0].when.to[0]', { rules: [{ ...deny, when: { to: ['0x1234'] } }] }],
    ['rules[0].when.above', { rules: [{ ...deny, when: { above: 5, currency: 'USDC' } }] }],
    ['rules[0].when.payers[0]', { rules: [{ ...deny, when: { payers: ['bank'] } }] }],
    ['rules[0].when.created_by[0]', { rules: [{ ...deny, when: { created_by: ['me'] } }] }],
    ['rules[0].when.countries[0]', { rules: [{ ...deny, when: { countries: ['ZZ'] } }] }],
    ['rules[0].when.time_zone', { rules: [{ ...deny, when: { weekdays: ['mon'], time_zone: 'Mars/Olympus' } }] }],
    ['rules[0].when.until_hour', { rules: [{ ...deny, when: { from_hour: 1, time_zone: 'UTC' } }] }],
    ['rules[1]', { rules: [deny, { name: 'yes', effect: 'allow', when: { currency: 'EURC' } }] }],
  ])('answers 400 and stores nothing for a wrong %s: %j', async (param, body) => {
    expectError(await api().post('/rules/drafts', body), 400, 'invalid_request', { param });
    expect((await api().get('/rules')).body).toMatchObject({ drafts: [] });
  });

  it('makes ten drafts and no more', async () => {
    for (let made = 0; made < 10; made++) await book().drafted([]);
    expectError(await book().draft([]), 409, 'invalid_state');
    const { body } = await api().get('/rules');
    expect(body['drafts']).toHaveLength(10);
    for (const id of body['drafts'] as string[]) await book().discard(id);
  });

  it('makes one draft of two requests with one idempotency key', async () => {
    const [one, two] = await Promise.all([0, 1].map(() => book().draft([], { idempotency_key: 'rules-1' })));
    expect(one?.body['id']).toBe(two?.body['id']);
  });
});
