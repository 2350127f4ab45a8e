import type { LimitPer, Rule, RuleConditions, RulesDocument, Units } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import { command, order, QUOTES, RECIPIENT, T0 } from '../testing/payments';
import { paymentDecider } from './decide-payment';
import type { InitiatePayment } from './payment-commands';
import type { PaymentEvent } from './payment-events';
import { toldMatch } from './rules-resource';
import { decide, ruledOrder, type NumberedRules } from './ruling';

const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7';
const WALLET = 'wal_01KDVDN400000000000000000B';
/** A Thursday, 00:00 UTC. */
const facts = { ...order({ createdBy: 'key_1', countryCode: 'DE', metadata: { team: 'ops', run: '7' } }), at: T0 };

const rules = (...list: readonly Rule[]): NumberedRules => ({
  version: 4,
  document: { default: 'allow', rules: list },
});
const rule = (name: string, effect: 'allow' | 'deny', when: RuleConditions = {}): Rule => ({ name, effect, when });
const limit = (name: string, max: Units, when: RuleConditions = {}): Rule => ({
  name,
  effect: 'limit',
  when: { currency: 'USDC', ...when },
  max,
});
const required = (name: string, approvals: 1 | 2, excludesCreator: boolean, when: RuleConditions = {}): Rule => ({
  name,
  effect: 'require',
  when,
  approvals,
  excludesCreator,
});
const denies = (when: RuleConditions, changes: Partial<typeof facts> = {}): boolean =>
  decide(rules(rule('no', 'deny', when)), { ...facts, ...changes }).denied !== null;

describe('the conditions of a rule', () => {
  it.each<[what: string, when: RuleConditions, matching: Partial<typeof facts>, other: Partial<typeof facts>]>([
    ['to', { to: [RECIPIENT] }, {}, { to: OTHER }],
    ['above, which is exclusive', { above: '9999999', currency: 'USDC' }, {}, { amount: '9999999' }],
    ['up to, which is inclusive', { upTo: '10000000', currency: 'USDC' }, {}, { amount: '10000001' }],
    ['currency', { currency: 'USDC' }, {}, { currency: 'EURC' }],
    ['treasury', { payers: ['treasury'] }, {}, { from: WALLET }],
    ['wallet', { payers: [WALLET] }, { from: WALLET }, {}],
    ['who creates it', { createdBy: ['key_1'] }, {}, { createdBy: 'key_2' }],
    ['country', { countries: ['DE'] }, {}, { countryCode: null }],
    ['metadata', { metadata: { team: 'ops' } }, {}, { metadata: { team: 'toString' } }],
    ['no inherited metadata', { metadata: { toString: 'x' } }, { metadata: { toString: 'x' } }, {}],
    ['hour', { hours: { from: 0, until: 1 }, timeZone: 'UTC' }, {}, { at: T0 + 3_600_000 }],
    ['hour elsewhere', { hours: { from: 9, until: 10 }, timeZone: 'Asia/Tokyo' }, {}, { at: T0 + 3_600_000 }],
    ['hours over midnight', { hours: { from: 22, until: 6 }, timeZone: 'UTC' }, {}, { at: T0 + 6 * 3_600_000 }],
    ['weekday', { weekdays: ['thu'], timeZone: 'UTC' }, {}, { at: T0 - 1 }],
    ['weekday elsewhere', { weekdays: ['wed'], timeZone: 'America/New_York' }, {}, { at: T0 + 5 * 3_600_000 }],
  ])('%s', (_what, when, matching, other) => {
    expect([denies(when, matching), denies(when, other)]).toEqual([true, false]);
  });

  it('are all met, or the rule does not match', () => {
    const when: RuleConditions = { currency: 'USDC', to: [OTHER] };
    expect([denies(when), denies(when, { to: OTHER }), denies({ currency: 'USDC' })]).toEqual([false, true, true]);
  });

  it('a chain that a rule denies may be one of several; one that it allows has to be the only one', () => {
    const when: RuleConditions = { chains: ['ethereum'] };
    expect(denies(when)).toBe(true);
    const strict: RulesDocument = { default: 'deny', rules: [rule('yes', 'allow', when)] };
    const allowed = (candidates: typeof facts.candidates) =>
      decide({ version: 1, document: strict }, { ...facts, candidates }).denied === null;
    expect([allowed(['base', 'ethereum']), allowed(['ethereum'])]).toEqual([false, true]);
  });
});

describe('the ruling on a payment', () => {
  it('is that of the first rule of each effect that matches, with what was compared', () => {
    const ruling = decide(
      rules(
        rule('elsewhere', 'deny', { to: [OTHER] }),
        rule('ours', 'allow', { to: [RECIPIENT] }),
        rule('all', 'deny'),
        limit('small', '20000000'),
        limit('tiny', '1'),
        required('two', 2, true, { above: '5000000', currency: 'USDC' }),
        required('one', 1, false),
      ),
      facts,
    );
    expect(ruling).toEqual({
      version: 4,
      matches: [
        { rule: 'ours', effect: 'allow', values: { to: RECIPIENT } },
        { rule: 'small', effect: 'limit', values: { currency: 'USDC' } },
        { rule: 'two', effect: 'require', values: { amount: '10.00 USDC', currency: 'USDC' } },
      ],
      denied: null,
      approvals: 2,
      excludesCreator: true,
    });
  });

  it('names the rule that denies, the limit, or the default', () => {
    expect(decide(rules(rule('no', 'deny')), facts).denied).toBe('The rule no of version 4 denies the payment.');
    const over = decide(rules(limit('most', '9999999')), facts).denied;
    expect(over).toBe('The rule most of version 4 limits a payment to 9.999999 USDC.');
    const none = { version: 4, document: { default: 'deny', rules: [] } } as const;
    expect(decide(none, facts).denied).toBe('No rule of version 4 allows the payment, and it denies all others.');
  });

  it('a payment of exactly the limit passes, and so does one in another currency', () => {
    expect(decide(rules(limit('most', '10000000')), facts).denied).toBeNull();
    expect(decide(rules(limit('most', '1')), { ...facts, currency: 'EURC' }).denied).toBeNull();
  });

  it('an allow does not lift a limit', () => {
    expect(decide(rules(rule('ours', 'allow'), limit('most', '1')), facts).denied).not.toBeNull();
  });

  it('adds to what the policies ask, and takes nothing away', () => {
    const asked = order({ policy: { creator: ['key_9'], twoApprovers: true }, creator: ['key_1'] });
    const one = decide(rules(required('one', 1, false)), facts);
    expect(ruledOrder(asked, one).policy).toEqual({ ...asked.policy, treasuryApproval: true });
    const apart = decide(rules(required('one', 2, true)), facts);
    expect(ruledOrder(order({ from: WALLET, creator: ['key_1'] }), apart).policy).toEqual({
      walletApproval: true,
      twoApprovers: true,
      creator: ['key_1'],
    });
    // Whose order does not say who created it is approved by nobody.
    expect(ruledOrder(order(), apart).policy).toMatchObject({ creator: [] });
  });
});

describe('limits over a time', () => {
  const sum = (name: string, max: Units, hours = 24, per: LimitPer = 'payer', when: RuleConditions = {}): Rule => ({
    ...{ name, effect: 'limit', when: { currency: 'USDC', ...when }, max },
    window: { hours, per },
  });
  const number = (name: string, maxPayments: number, per: LimitPer = 'payer', when: RuleConditions = {}): Rule => ({
    ...{ name, effect: 'limit', when, maxPayments },
    window: { hours: 24, per },
  });
  const limitsOf = (list: readonly Rule[], changes: Partial<typeof facts> = {}) =>
    decide(rules(...list), { ...facts, ...changes }).limits ?? [];

  it('go to the payer with the rule, its version and what it counts', () => {
    expect(limitsOf([sum('day', '1'), number('some', 3, 'recipient')])).toEqual([
      { rule: 'day', version: 4, counter: 'day USDC 24h payer', hours: 24, per: 'payer', max: '1' },
      {
        ...{ rule: 'some', version: 4, counter: `some * 24h recipient ${RECIPIENT}` },
        ...{ hours: 24, per: 'recipient', maxPayments: 3 },
      },
    ]);
    expect(limitsOf([number('each', 3, 'creator')])).toMatchObject([{ counter: 'each * 24h creator key_1' }]);
    const { createdBy: _, ...unknown } = facts;
    expect(decide(rules(number('each', 3, 'creator')), unknown).limits).toMatchObject([
      { counter: 'each * 24h creator ' },
    ]);
  });

  it('are not decided with the payment, whatever its amount', () => {
    expect(decide(rules(sum('day', '1')), facts).denied).toBeNull();
    expect(decide(rules(limit('one', '1'), sum('day', '1')), facts).denied).toContain('The rule one');
  });

  it('that match first count, of each kind: hours, what they add up and of whom', () => {
    const ours = sum('ours', '5', 24, 'payer', { to: [RECIPIENT] });
    const names = (list: readonly Rule[], changes: Partial<typeof facts> = {}) =>
      limitsOf(list, changes).map(({ rule: name }) => name);
    expect(names([ours, sum('all', '1')])).toEqual(['ours']);
    expect(names([ours, sum('all', '1')], { to: OTHER })).toEqual(['all']);
    expect(names([ours, sum('hour', '1', 1), sum('to', '1', 24, 'recipient'), number('some', 1)])).toEqual([
      'ours',
      'hour',
      'to',
      'some',
    ]);
    expect(names([sum('usdc', '1')], { currency: 'EURC' })).toEqual([]);
  });

  it('are told in words', () => {
    const { matches } = decide(rules(sum('day', '1000000000'), number('some', 3, 'recipient')), facts);
    expect(matches.map(toldMatch)).toEqual([
      'The rule day limits payments to 1000.00 USDC within 24 hours, per payer: currency is USDC.',
      'The rule some limits payments to 3 within 24 hours, per payer and recipient.',
    ]);
  });

  it('are in the order alone, and in no order that nothing limits', () => {
    const initiate = (list: readonly Rule[], orderOf: Partial<typeof facts> = {}) => {
      const data = { knownScreening: null, quotes: QUOTES, onchainId: 'onchain', rules: rules(...list) };
      const ordered = order({ compliance: 'skip', ...orderOf });
      return paymentDecider.decide(
        command('InitiatePayment', { ...data, order: ordered }),
        paymentDecider.initialState(),
      );
    };
    const [initiated, , routed] = initiate([sum('day', '1')]);
    const limits = [{ rule: 'day', version: 4, counter: 'day USDC 24h payer', hours: 24, per: 'payer', max: '1' }];
    expect(initiated?.data).toMatchObject({ order: { policy: { limits } } });
    expect(initiated?.data).not.toHaveProperty('ruling.limits');
    expect(routed?.data).toMatchObject({ policy: { limits } });
    const [other] = initiate([sum('day', '1')], { currency: 'EURC' });
    expect(other?.data).not.toHaveProperty('order.policy');
  });
});

describe('a payment under rules', () => {
  const data = { knownScreening: null, quotes: QUOTES, onchainId: 'onchain' };
  const begin = (document: RulesDocument | null, more: Partial<InitiatePayment['data']> = {}) => {
    const ruled = document === null ? {} : { rules: { version: 4, document } };
    const initiate = command('InitiatePayment', { ...data, order: order({ compliance: 'skip' }), ...ruled, ...more });
    return paymentDecider.decide(initiate, paymentDecider.initialState());
  };
  const deny: RulesDocument = { default: 'allow', rules: [rule('no', 'deny')] };

  it('fails at once when they deny it, and is neither screened nor routed', () => {
    for (const compliance of ['skip', 'auto'] as const) {
      const events = begin(deny, { order: order({ compliance }) });
      expect(events.map(({ type }) => type)).toEqual(['PaymentInitiated', 'PaymentFailed']);
      expect(events[0]?.data).toMatchObject({ looksFirst: true, ruling: { version: 4, matches: [{ rule: 'no' }] } });
      expect(events[1]?.data).toMatchObject({ code: 'rule_denied', reservation: null });
    }
  });

  it('waits for the approvals that they require', () => {
    const document: RulesDocument = { default: 'allow', rules: [required('two', 2, true)] };
    const events = begin(document, { order: order({ compliance: 'skip', creator: ['key_1'] }) });
    const policy = { treasuryApproval: true, twoApprovers: true, creator: ['key_1'] };
    expect(events.map(({ type }) => type)).toEqual(['PaymentInitiated', 'PaymentScreened', 'PaymentRouted']);
    expect(events[2]?.data).toMatchObject({ policy });
  });

  it('stays denied while the chains are asked whether it was made before', () => {
    const events = begin(deny, { earlier: 'unknown' });
    expect(events.map(({ type }) => type)).toEqual(['PaymentInitiated', 'PaymentWaiting']);
    const failed = expect.objectContaining({
      type: 'PaymentFailed',
      data: expect.objectContaining({ code: 'rule_denied' }) as unknown,
    }) as PaymentEvent;
    given(paymentDecider, ...events)
      .when(command('LookAgain', { knownScreening: null, quotes: QUOTES }))
      .then({ type: 'PaymentContinued', data: null }, failed);
  });

  it('keeps the order as it is, and no ruling, where there are none', () => {
    expect(begin(null)[0]?.data).not.toHaveProperty('ruling');
  });
});
