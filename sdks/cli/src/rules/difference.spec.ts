import { differenceOf, isDifferent, type RulesDocument } from './difference.js';

const limit = { name: 'limit-usdc', effect: 'limit', when: { currency: 'USDC' }, max: '500.00' };
const approve = { name: 'large', effect: 'require', when: { above: '100.00', currency: 'USDC' }, approvals: 1 };
const embargo = { name: 'embargo', effect: 'deny', when: { countries: ['KP'] } };

const documentOf = (...rules: readonly object[]): RulesDocument => ({
  otherwise: 'allow',
  rules: rules.map((rule) => ({ ...rule })),
});

describe('The difference of two documents of rules', () => {
  it.each([
    ['a field that is null and one that is absent', { ...limit, approvals: null, when: { ...limit.when, to: null } }],
    ['an amount and the same with other zeros', { ...limit, max: '0500' }],
    [
      'a rule and the same with another order of fields',
      { max: '500.00', when: limit.when, effect: 'limit', name: 'limit-usdc' },
    ],
  ])('takes %s as the same', (_what, rule) => {
    expect(isDifferent(differenceOf(documentOf(limit), documentOf(rule)))).toBe(false);
  });

  it('takes addresses in another case as the same, on the chains that ignore it', () => {
    const rule = (to: string) => ({ ...embargo, when: { to: [to] } });
    const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
    const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
    const between = (a: string, b: string) => isDifferent(differenceOf(documentOf(rule(a)), documentOf(rule(b))));
    expect(between(evm, evm.toLowerCase())).toBe(false);
    expect(between(solana, solana.toLowerCase())).toBe(true);
  });

  it('knows what the service fills in', () => {
    const shown = { ...approve, exclude_creator: false };
    const { name, effect, when } = approve;
    expect(isDifferent(differenceOf(documentOf(shown), documentOf({ name, effect, when })))).toBe(false);
    expect(isDifferent(differenceOf({ otherwise: 'allow', rules: [] }, { rules: [] }))).toBe(false);
    const daily = { ...limit, within_hours: 24 };
    expect(isDifferent(differenceOf(documentOf({ ...daily, per: 'payer' }), documentOf(daily)))).toBe(false);
    expect(isDifferent(differenceOf(documentOf({ ...daily, per: 'recipient' }), documentOf(daily)))).toBe(true);
  });

  it('takes metadata word for word', () => {
    const rule = (value: string) => ({ ...embargo, when: { metadata: { floor: value } } });
    const { changed } = differenceOf(documentOf(rule('1.0')), documentOf(rule('1.00')));
    expect(changed).toEqual([
      { name: 'embargo', fields: [{ field: 'when.metadata.floor', before: '1.0', after: '1.00' }] },
    ]);
  });

  it('names what was added, removed and changed, field by field, also fields that it does not know', () => {
    const before = documentOf(embargo, limit);
    const after = documentOf({ ...limit, max: '600.00', window: { hours: 24 } }, approve);
    expect(differenceOf(before, after)).toEqual({
      added: [{ ...approve }],
      removed: [{ ...embargo }],
      changed: [
        {
          name: 'limit-usdc',
          fields: [
            { field: 'max', before: '500.00', after: '600.00' },
            { field: 'window.hours', before: null, after: 24 },
          ],
        },
      ],
      order: null,
      otherwise: null,
    });
  });

  it('names another order, and another default', () => {
    const after = { ...documentOf(limit, embargo), otherwise: 'deny' };
    expect(differenceOf(documentOf(embargo, limit), after)).toMatchObject({
      order: { before: ['embargo', 'limit-usdc'], after: ['limit-usdc', 'embargo'] },
      otherwise: { before: 'allow', after: 'deny' },
    });
  });
});
