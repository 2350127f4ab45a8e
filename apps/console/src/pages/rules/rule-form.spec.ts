import type { Rule } from './rule';
import { formOf, ruleFrom } from './rule-form';

const limit: Rule = { name: 'limit', effect: 'limit', when: { currency: 'USDC', to: ['0x1', '0x2'] }, max: '500.00' };

describe('The form of a rule', () => {
  it.each<Rule>([
    limit,
    { name: 'all', effect: 'deny', when: {} },
    { name: 'two', effect: 'require', when: { above: '1.00', currency: 'EURC' }, approvals: 2, exclude_creator: true },
    {
      ...{ name: 'night', effect: 'deny' },
      when: { chains: ['base', 'solana'], from_hour: 18, until_hour: 8, time_zone: 'Europe/Berlin' },
    },
    { ...limit, window: { hours: 24 }, when: { currency: 'USDC', group: 'staff' } } as Rule,
  ])('gives back the rule that it was filled with: %j', (rule) => {
    expect(ruleFrom(formOf(rule))).toEqual(rule);
  });

  it('drops what another effect had', () => {
    expect(ruleFrom({ ...formOf(limit), effect: 'deny' })).not.toHaveProperty('max');
  });

  it.each(['{', '[]', '7', '{"when": []}'])('takes no other JSON than an object: %s', (more) => {
    expect(ruleFrom({ ...formOf(limit), more })).toBeUndefined();
  });
});
