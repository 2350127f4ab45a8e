import type { Rule, RuleConditions, RulesDocument } from '@stablecoin/contracts';
import { problemOf, warningsOf } from './rule-problems';

const document = (rules: readonly Rule[], otherwise: 'allow' | 'deny' = 'allow'): RulesDocument => ({
  default: otherwise,
  rules,
});
const allow = (name: string, when: RuleConditions = {}): Rule => ({ name, effect: 'allow', when });
const deny = (name: string, when: RuleConditions = {}): Rule => ({ name, effect: 'deny', when });
const limit = (name: string, when: RuleConditions): Rule => ({ name, effect: 'limit', when, max: '1' });
const required = (name: string, when: RuleConditions): Rule => ({
  name,
  effect: 'require',
  when,
  approvals: 1,
  excludesCreator: false,
});

const over = (name: string, hours: number, when: RuleConditions = { currency: 'USDC' }): Rule => ({
  ...{ name, effect: 'limit', when, max: '1' },
  window: { hours, per: 'payer' },
});
const number = (name: string, hours: number, when: RuleConditions = {}): Rule => ({
  ...{ name, effect: 'limit', when, maxPayments: 5 },
  window: { hours, per: 'payer' },
});

describe('a document of rules', () => {
  it.each<[why: string, rules: readonly Rule[], param: string, named: string]>([
    ['an empty range', [deny('a', { above: '5', upTo: '5', currency: 'USDC' })], 'rules[0].when.up_to', 'a'],
    ['no hour', [deny('a', { hours: { from: 5, until: 5 }, timeZone: 'UTC' })], 'rules[0].when.until_hour', 'a'],
    ['an amount without a currency', [deny('a', { above: '5' })], 'rules[0].when.currency', 'a'],
    ['a limit without a currency', [limit('a', {})], 'rules[0].when.currency', 'a'],
    ['a limit over a time without a currency', [over('a', 24, {})], 'rules[0].when.currency', 'a'],
    ['a window twice', [over('a', 24), over('b', 24)], 'rules[1]', 'a matches'],
    ['a number of payments twice', [number('a', 24), number('b', 24, { to: ['x'] })], 'rules[1]', 'a matches'],
    ['weekdays without a zone', [deny('a', { weekdays: ['mon'] })], 'rules[0].when.time_zone', 'a'],
    ['a name that is used', [allow('a', { to: ['x'] }), deny('a', { to: ['y'] })], 'rules[1].name', 'a'],
    ['an earlier rule of the effect', [deny('a'), deny('b', { to: ['x'] })], 'rules[1]', 'a'],
    ['a contradiction', [deny('a', { to: ['x', 'y'] }), allow('b', { to: ['x'] })], 'rules[1]', 'a contradicts it'],
    [
      'a wider range',
      [required('a', { above: '5', currency: 'USDC' }), required('b', { above: '7', currency: 'USDC' })],
      'rules[1]',
      'a matches',
    ],
    [
      'longer hours',
      [
        deny('a', { hours: { from: 20, until: 8 }, timeZone: 'UTC' }),
        deny('b', { hours: { from: 22, until: 6 }, timeZone: 'UTC' }),
      ],
      'rules[1]',
      'a matches',
    ],
    [
      'fewer entries of metadata',
      [deny('a', { metadata: { x: '1' } }), deny('b', { metadata: { x: '1', y: '2' } })],
      'rules[1]',
      'a matches',
    ],
  ])('with %s is refused by name', (_why, rules, param, named) => {
    const problem = problemOf(document(rules));
    expect(problem?.param).toBe(param);
    expect(problem?.message).toContain(named);
  });

  it.each<[why: string, rules: readonly Rule[]]>([
    [
      'narrow before wide',
      [required('a', { above: '7', currency: 'USDC' }), required('b', { above: '5', currency: 'USDC' })],
    ],
    ['other effects', [deny('a', { to: ['x'] }), limit('b', { to: ['x'], currency: 'USDC' })]],
    ['other recipients', [deny('a', { to: ['x'] }), allow('b', { to: ['x', 'y'] })]],
    [
      'another zone',
      [deny('a', { weekdays: ['mon'], timeZone: 'UTC' }), deny('b', { weekdays: ['mon'], timeZone: 'Asia/Tokyo' })],
    ],
    ['another window', [over('a', 24), over('b', 48), limit('c', { currency: 'USDC' }), number('d', 24)]],
    ['another currency', [limit('a', { currency: 'USDC' }), limit('b', { currency: 'EURC' })]],
    [
      'an allow of one chain, which needs every chain',
      [allow('a', { chains: ['base'] }), deny('b', { chains: ['base'] })],
    ],
  ])('with %s is taken', (_why, rules) => {
    expect(problemOf(document(rules))).toBeUndefined();
  });

  it('of more than 200 rules is refused', () => {
    const many = Array.from({ length: 201 }, (_, index) => deny(`r${index}`, { to: [`${index}`] }));
    expect(problemOf(document(many))?.param).toBe('rules');
    expect(problemOf(document(many.slice(1)))).toBeUndefined();
  });

  it('of more than 20 limits over a time is refused', () => {
    const many = Array.from({ length: 21 }, (_, index) => over(`r${index}`, index + 1));
    expect(problemOf(document(many))).toEqual({
      param: 'rules',
      message: 'rules must have at most 20 limits with within_hours.',
    });
    expect(problemOf(document(many.slice(1)))).toBeUndefined();
  });

  it('with a limit over a time of several payers is told that each counts separately', () => {
    const messages = (rule: Rule) => warningsOf(document([rule])).map(({ message }) => message);
    expect(messages(number('a', 24))).toEqual([
      'The rule a counts for the treasury and for each wallet separately: together they may pay more.',
    ]);
    expect(messages(number('a', 24, { payers: ['treasury', 'wal_1'] }))).toEqual([
      'The rule a counts for each of the treasury, wal_1 separately: together they may pay more.',
    ]);
    expect(messages(number('a', 24, { payers: ['treasury'] }))).toEqual([]);
    expect(messages(over('a', 24, { payers: ['treasury'], currency: 'EURC' }))).toEqual([
      'The rule a limits EURC and not USDC.',
    ]);
  });

  it('that denies every payment is warned of', () => {
    expect(warningsOf(document([deny('stop')]))).toEqual([
      { rule: 'stop', message: 'The rule stop denies every payment.' },
    ]);
    expect(warningsOf(document([deny('a', { to: ['x'] })], 'deny'))).toMatchObject([{ rule: null }]);
    expect(warningsOf(document([allow('a', { to: ['x'] })], 'deny'))).toEqual([]);
  });

  it('with a limit is told which currency that leaves unlimited', () => {
    expect(warningsOf(document([limit('a', { currency: 'USDC' })]))).toEqual([
      { rule: 'a', message: 'The rule a limits USDC and not EURC.' },
    ]);
  });
});
