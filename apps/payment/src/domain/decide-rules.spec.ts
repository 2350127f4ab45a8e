import type { PrincipalIds, RulesDocument } from '@stablecoin/contracts';
import { given } from '@stablecoin/event-sourcing/testing';
import { T0 } from '../testing/payments';
import { rulesDecider } from './decide-rules';
import { evolveRules, NO_VERSIONS, versionAt } from './rules';
import type { RulesEvent, RulesPublished } from './rules';
import type { RulesCommand } from './rules-commands';

const DAY_MS = 24 * 3_600_000;
const DRAFT = 'rdr_1';
const ANN: PrincipalIds = ['key_ann'];
const BOB: PrincipalIds = ['key_bob'];
/** A key that Ann has made. */
const CHILD: PrincipalIds = ['key_child', 'key_ann'];

const DENY: RulesDocument = { default: 'deny', rules: [] };
const ALLOW: RulesDocument = { default: 'allow', rules: [] };

type DataOf<Type extends RulesCommand['type']> = Extract<RulesCommand, { readonly type: Type }>['data'];

function command<Type extends RulesCommand['type']>(type: Type, data: DataOf<Type>, livemode = true): RulesCommand {
  return { id: 'req_1', type, data, at: T0, correlationId: 'req_1', account: 'acme', livemode } as RulesCommand;
}

const drafted = (by = ANN, draftId = DRAFT): RulesEvent => ({
  type: 'RulesDrafted',
  data: { draftId, document: DENY, by, at: T0 },
});
const revised = (by: PrincipalIds): RulesEvent => ({
  type: 'RulesRevised',
  data: { draftId: DRAFT, document: ALLOW, by, at: T0 },
});
const agreed = (by: PrincipalIds): RulesEvent => ({ type: 'RulesAgreed', data: { draftId: DRAFT, by } });
const published = (changes: Partial<RulesPublished['data']> = {}): RulesPublished => ({
  type: 'RulesPublished',
  data: {
    ...{ draftId: DRAFT, version: 1, document: DENY, from: T0, agreement: 'second_person' },
    ...{ draftedBy: 'key_ann', agreedBy: 'key_bob', publishedBy: 'key_ann' },
    ...changes,
  },
});
const publish = (by: PrincipalIds, more: Partial<DataOf<'PublishRules'>> = {}, livemode = true) =>
  command('PublishRules', { draftId: DRAFT, by, from: null, isAlone: false, ...more }, livemode);

describe('a draft of rules', () => {
  it.each([
    ['who drafted it', ANN],
    ['a key that comes from the same one', CHILD],
    ['somebody who is not known', []],
  ] as const)('gets no agreement in live mode from %s', (_who, by) => {
    given(rulesDecider, drafted())
      .when(command('AgreeToRules', { draftId: DRAFT, revision: 1, by }))
      .thenRefused('insufficient_scope');
  });

  it('is published for nobody alone, whoever of two agrees and whoever publishes', () => {
    const people = [ANN, BOB, CHILD];
    for (const author of people) {
      for (const by of people) {
        given(rulesDecider, drafted(author)).when(publish(by)).thenRefused('invalid_state');
        const isOther = (author === BOB) !== (by === BOB);
        const agreement = given(rulesDecider, drafted(author)).when(
          command('AgreeToRules', { draftId: DRAFT, revision: 1, by }),
        );
        if (isOther) agreement.then(agreed(by));
        else agreement.thenRefused('insufficient_scope');
      }
    }
  });

  it('that changed after somebody read it is not agreed to', () => {
    const toFirst = command('AgreeToRules', { draftId: DRAFT, revision: 1, by: BOB });
    const toSecond = command('AgreeToRules', { draftId: DRAFT, revision: 2, by: BOB });
    given(rulesDecider, drafted(), revised(ANN)).when(toFirst).thenRefused('invalid_state');
    given(rulesDecider, drafted(), revised(ANN)).when(toSecond).then(agreed(BOB));
  });

  it('that a second person agreed to is published, at once or later', () => {
    given(rulesDecider, drafted(), agreed(BOB)).when(publish(ANN)).then(published());
    given(rulesDecider, drafted(), agreed(BOB))
      .when(publish(ANN, { from: T0 + 5 }))
      .then(published({ from: T0 + 5 }));
    given(rulesDecider, drafted(), agreed(BOB))
      .when(publish(ANN, { from: T0 - 5 }))
      .then(published());
  });

  it('loses its agreement when it changes, whoever changes it', () => {
    for (const by of [ANN, BOB]) {
      given(rulesDecider, drafted(), agreed(BOB), revised(by)).when(publish(ANN)).thenRefused('invalid_state');
    }
    // The one who agreed has changed it: the other one has to agree.
    given(rulesDecider, drafted(), agreed(BOB), revised(BOB), agreed(ANN))
      .when(publish(BOB))
      .then(published({ document: ALLOW, draftedBy: 'key_bob', agreedBy: 'key_ann', publishedBy: 'key_bob' }));
  });

  it('of somebody who is alone comes into force after 24 hours', () => {
    const alone = { isAlone: true };
    const delayed = published({ from: T0 + DAY_MS, agreement: 'delay', agreedBy: null });
    given(rulesDecider, drafted()).when(publish(ANN, alone)).then(delayed);
    given(rulesDecider, drafted())
      .when(publish(ANN, { ...alone, from: T0 + 1 }))
      .then(delayed);
    given(rulesDecider, drafted())
      .when(publish(ANN, { ...alone, from: T0 + 2 * DAY_MS }))
      .then(published({ from: T0 + 2 * DAY_MS, agreement: 'delay', agreedBy: null }));
  });

  it('needs nobody else in the sandbox', () => {
    given(rulesDecider, drafted())
      .when(publish(ANN, {}, false))
      .then(published({ agreement: 'sandbox', agreedBy: null }));
    given(rulesDecider, drafted())
      .when(command('AgreeToRules', { draftId: DRAFT, revision: 1, by: ANN }, false))
      .then(agreed(ANN));
  });

  it('that does not exist is not found, and one too many is not made', () => {
    for (const events of [[], [drafted(), published()]]) {
      given(rulesDecider, ...events)
        .when(publish(ANN))
        .thenRefused('not_found');
      given(rulesDecider, ...events)
        .when(command('DiscardRules', { draftId: DRAFT }))
        .thenRefused('not_found');
      given(rulesDecider, ...events)
        .when(command('DiscardRules', { draftId: 'hasOwnProperty' }))
        .thenRefused('not_found');
    }
    const ten = Array.from({ length: 10 }, (_, index) => drafted(ANN, `rdr_${index}`));
    const next = command('DraftRules', { draftId: 'rdr_new', document: DENY, by: ANN });
    given(rulesDecider, ...ten)
      .when(next)
      .thenRefused('invalid_state');
    given(rulesDecider, ...ten.slice(1))
      .when(next)
      .then(drafted(ANN, 'rdr_new'));
  });

  it('with a rule that can never match is refused, when it is made and when it changes', () => {
    const rule = { name: 'a', effect: 'deny', when: { above: '2', upTo: '1', currency: 'USDC' } } as const;
    const document: RulesDocument = { default: 'allow', rules: [rule] };
    const data = { draftId: DRAFT, document, by: ANN };
    given(rulesDecider).when(command('DraftRules', data)).thenRefused('invalid_request', 'rules[0].when.up_to');
    given(rulesDecider, drafted())
      .when(command('ReviseRules', data))
      .thenRefused('invalid_request', 'rules[0].when.up_to');
  });
});

describe('the version in force', () => {
  const after = (...froms: readonly number[]) =>
    froms.map((from, index) => published({ version: index + 1, from: T0 + from })).reduce(evolveRules, NO_VERSIONS);

  it('is the latest that has come into force', () => {
    const state = after(0, 10);
    expect([-1, 0, 9, 10].map((at) => versionAt(state, T0 + at)?.version)).toEqual([undefined, 1, 1, 2]);
  });

  it('is not replaced later by a version that was scheduled before it was published', () => {
    const state = after(0, 20, 10);
    expect([5, 10, 25].map((at) => versionAt(state, T0 + at)?.version)).toEqual([1, 3, 3]);
  });

  it('stays kept, however many are published', () => {
    const state = after(...Array.from({ length: 30 }, (_, index) => index));
    expect(state.versions).toHaveLength(10);
    expect(versionAt(state, T0 + 29)?.version).toBe(30);
    // Never by no rules, where there were some that are not kept.
    expect(versionAt(state, T0 - 1)?.version).toBe(21);
  });

  it('is not crowded out by scheduled ones', () => {
    const scheduled = [1, 2, 3, 4, 5].map((from) => published({ version: from, from: T0 + from }));
    given(rulesDecider, ...scheduled, drafted(), agreed(BOB))
      .when(publish(ANN, { from: T0 + 6 }))
      .thenRefused('invalid_state');
    given(rulesDecider, ...scheduled, drafted(), agreed(BOB))
      .when(publish(ANN, { from: T0 + 5 }))
      .then(published({ version: 6, from: T0 + 5 }));
  });
});
