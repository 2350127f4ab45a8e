import { otherwiseOf, ruleOf, sentenceOf } from './rule';
import type { Rule } from './rule';

describe('A rule in a sentence', () => {
  it.each<[Rule, string]>([
    [{ name: 'a', effect: 'allow' }, 'A payment is allowed.'],
    [
      { name: 'a', effect: 'deny', when: { countries: ['KP', 'IR'] } },
      'A payment to a recipient in KP or IR is denied.',
    ],
    [
      { name: 'a', effect: 'limit', when: { currency: 'USDC' }, max: '500.00' },
      'A payment in USDC is denied if it is above 500.00 USDC.',
    ],
    [
      { name: 'a', effect: 'limit', when: { currency: 'USDC' }, max: '9.00', within_hours: 1, per: 'payer' },
      'A payment in USDC is denied if the payments of the same payer within 1 h would be above 9.00 USDC.',
    ],
    [
      { name: 'a', effect: 'limit', max_payments: 3, within_hours: 24, per: 'recipient' },
      'A payment is denied if the payments of the same payer and recipient within 24 h would be above 3 payments.',
    ],
    [
      { name: 'a', effect: 'require', when: { above: '9.00', up_to: '10.00', currency: 'EURC' }, approvals: 2 },
      'A payment of more than 9.00 EURC and of 10.00 EURC or less waits until two people approved it.',
    ],
    [
      { name: 'a', effect: 'require', when: { payers: ['treasury'] }, exclude_creator: true },
      'A payment paid by treasury waits until one person other than its creator approved it.',
    ],
    [
      { name: 'a', effect: 'deny', when: { from_hour: 18, until_hour: 8, weekdays: ['sat'], time_zone: 'Etc/UTC' } },
      'A payment from 18:00 to 8:00 on sat in the time zone Etc/UTC is denied.',
    ],
    [
      { name: 'a', effect: 'deny', when: { metadata: { order: '7' }, chains: ['base'] } },
      'A payment on base with the metadata {"order":"7"} is denied.',
    ],
  ])('%j', (rule, sentence) => expect(sentenceOf(rule)).toBe(sentence));

  it('names fields and effects that a newer service has', () => {
    const rule = { name: 'a', effect: 'hold', when: { group: 'staff' }, hours: 2 } as unknown as Rule;
    expect(sentenceOf(rule)).toBe('A payment with group staff: hold (hours 2).');
  });

  it('says what becomes of every other payment', () => {
    expect(['allow', 'deny'].map(otherwiseOf)).toEqual([
      'Every other payment is allowed.',
      'Every other payment is denied.',
    ]);
  });
});

it('a rule of a draft has the fields alone that say something', () => {
  const shown = { name: 'a', effect: 'deny', when: { to: null, countries: ['KP'] }, max: null } as never;
  expect(ruleOf(shown)).toEqual({ name: 'a', effect: 'deny', when: { countries: ['KP'] } });
});
