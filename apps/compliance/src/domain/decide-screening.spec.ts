import { given } from '@stablecoin/event-sourcing/testing';
import { CHECK_NAMES } from '@stablecoin/contracts';
import { screeningDecider } from './decide-screening';
import type { ScreeningCommand } from './screening-commands';
import type { CurrentFacts } from './reuse';
import type { CheckFinding, ScreeningEvent, ScreeningRequest, ScreeningResult, Waiter } from './screening';

const DAY = 86_400_000;
const T0 = 1_000_000;
const decider = screeningDecider({ cacheMs: DAY, reviewTtlMs: DAY, deadlineMs: 60_000 });

const request: ScreeningRequest = {
  subject: { kind: 'address', value: '0xabc' },
  checks: CHECK_NAMES,
  country: null,
};
const payment = (id: string): Waiter => ({ kind: 'payment', id });
const wallet = (id: string): Waiter => ({ kind: 'wallet', id });
const pass: CheckFinding = { name: 'kyc', outcome: 'pass', provider: 'p', evidence: 'ok' };
const doubt: CheckFinding = { name: 'aml', outcome: 'review', provider: 'p', evidence: 'unclear' };
const fail: CheckFinding = { name: 'sanctions', outcome: 'fail', provider: 'p', evidence: 'on a list' };

function command<T extends ScreeningCommand['type']>(
  type: T,
  data: Extract<ScreeningCommand, { type: T }>['data'],
  at = T0,
): ScreeningCommand {
  const rest = { id: 'c', correlationId: 'r', account: 'acme', livemode: false };
  return { ...rest, type, data, at } as ScreeningCommand;
}
const screen = (waiter: Waiter | null, at = T0, ref = 'cpl_2') => command('Screen', { ...request, ref, waiter }, at);
const requested = (waiter: Waiter | null): ScreeningEvent => ({
  type: 'ScreeningRequested',
  data: { ...request, ref: 'cpl_1', waiter, at: T0 },
});
const joined = (waiter: Waiter | null, at = T0): ScreeningEvent => ({
  type: 'ScreeningJoined',
  data: { ref: 'cpl_1', waiter, at },
});
const reused = (waiter: Waiter, status: ScreeningResult['status'], reason: string | null): ScreeningEvent => ({
  type: 'ScreeningReused',
  data: { ref: 'cpl_1', waiter, status, reason, expiresAt: T0 + DAY, at: T0 },
});
const result = (over: Partial<ScreeningResult> = {}): ScreeningResult => ({
  ref: 'cpl_1',
  subject: request.subject,
  country: null,
  status: 'cleared',
  reason: null,
  findings: [pass],
  createdAt: T0,
  expiresAt: T0 + DAY,
  ...over,
});
const inReview = result({ status: 'review', reason: 'unclear', findings: [doubt] });
const completed = (of: ScreeningResult, ...waiters: Waiter[]): ScreeningEvent => ({
  type: 'ScreeningCompleted',
  data: { result: of, waiters },
});
const attemptFailed = (attempt: number, retryInMs: number, at = T0): ScreeningEvent => ({
  type: 'ScreeningAttemptFailed',
  data: { ref: 'cpl_1', attempt, error: 'down', retryAt: at + retryInMs, waitingSince: at - 60_000 },
});

describe('a screening', () => {
  it('is started by the first request', () => {
    given(decider)
      .when(screen(payment('pay_1'), T0, 'cpl_1'))
      .then(requested(payment('pay_1')));
  });

  it('is joined while its checks are running: two at once have one ref', () => {
    given(decider, requested(payment('pay_1')))
      .when(screen(payment('pay_2')))
      .then(joined(payment('pay_2')));
  });

  it('is joined by a standalone check, for which nobody has to be told', () => {
    given(decider, requested(null)).when(screen(null)).then(joined(null));
  });

  it.each([
    ['cleared when every check passes', [pass], 'cleared', null],
    ['in review when a check asks for it', [pass, doubt], 'review', 'unclear'],
    ['blocked when a check fails, whatever the others say', [doubt, pass, fail], 'blocked', 'on a list'],
  ] as const)('is %s', (_name, findings, status, reason) => {
    given(decider, requested(payment('pay_1')))
      .when(command('CompleteScreening', { ref: 'cpl_1', findings }))
      .then(completed(result({ status, reason, findings }), payment('pay_1')));
  });

  it('is completed once', () => {
    given(decider, requested(null), completed(result()))
      .when(command('CompleteScreening', { ref: 'cpl_1', findings: [fail] }))
      .then();
  });

  it('takes no findings that were made for an earlier one', () => {
    given(decider, requested(null))
      .when(command('CompleteScreening', { ref: 'cpl_0', findings: [pass] }))
      .then();
  });
});

describe('what several providers find', () => {
  const finding = (over: Partial<CheckFinding>): CheckFinding => ({ ...pass, ...over });
  const outcomeOf = (...findings: CheckFinding[]) =>
    given(decider, requested(payment('pay_1'))).when(command('CompleteScreening', { ref: 'cpl_1', findings }));
  const unknown = finding({ outcome: 'not_covered', provider: 'q', evidence: 'EVM only' });

  it('is cleared when one provider passes and another cannot know', () => {
    const findings = [pass, unknown];
    outcomeOf(...findings).then(completed(result({ findings }), payment('pay_1')));
  });

  it('is in review when no provider of a check can know', () => {
    const findings = [finding({ name: 'aml' }), unknown];
    const reason = 'No source covers kyc for this subject: EVM only';
    outcomeOf(...findings).then(completed(result({ status: 'review', reason, findings }), payment('pay_1')));
  });

  it('is used again no longer than each finding is valid', () => {
    const findings = [finding({ validUntil: T0 + 7 }), finding({ name: 'aml', validUntil: T0 + 9 })];
    outcomeOf(...findings).then(completed(result({ findings, expiresAt: T0 + 7 }), payment('pay_1')));
  });
});

describe('a cleared result answers only while what it rests on is so', () => {
  const details = {
    source: 'attestations',
    version: null,
    matched: 'att_1',
    at: '2026-01-01T00:00:00.000Z',
    data: null,
  };
  const attested: CheckFinding = { ...pass, provider: 'attested', details };
  const cleared = [requested(null), completed(result({ findings: [attested] }))];
  const screenKnowing = (facts: CurrentFacts) => command('Screen', { ...request, ref: 'cpl_2', waiter: null, facts });
  const anew: ScreeningEvent = { type: 'ScreeningRequested', data: { ...request, ref: 'cpl_2', waiter: null, at: T0 } };

  it('answers while its attestation is in force', () => {
    given(decider, ...cleared)
      .when(screenKnowing({ isListed: false, attestations: ['att_0', 'att_1'] }))
      .then();
  });

  it('does not answer when its attestation was revoked', () => {
    given(decider, ...cleared)
      .when(screenKnowing({ isListed: false, attestations: ['att_2'] }))
      .then(anew);
  });

  it('does not answer when the address is listed by now', () => {
    given(decider, ...cleared)
      .when(screenKnowing({ isListed: true, attestations: ['att_1'] }))
      .then(anew);
  });

  it.each([
    ['was handed over to another owner', 'owner', 'another', anew],
    ['has an owner that was not screened', undefined, 'owner', anew],
    ['has the owner that was screened', 'owner', 'owner', undefined],
  ] as const)('of a token account that %s', (_what, screened, owner, requestedThen) => {
    const names = screened === undefined ? {} : { names: { owner: screened, accounts: ['account'] } };
    given(decider, requested(null), completed(result(names)))
      .when(screenKnowing({ isListed: false, attestations: [], owner }))
      .then(...(requestedThen === undefined ? [] : [requestedThen]));
  });

  it('keeps the other names of its subject, and those of the last checks', () => {
    const names = { owner: 'owner', accounts: ['account'] };
    given(decider, requested(null))
      .when(command('CompleteScreening', { ref: 'cpl_1', findings: [pass], names }))
      .then(completed(result({ names })));
    const rerequested: ScreeningEvent = {
      type: 'RescreeningRequested',
      data: { ref: 'cpl_1', ...request, paymentId: null, at: T0 },
    };
    given(decider, requested(null), completed({ ...inReview, names }), rerequested)
      .when(command('CompleteScreening', { ref: 'cpl_1', findings: [pass] }))
      .then(completed(result()));
  });

  it('answers with a block whatever the facts are', () => {
    given(decider, requested(null), completed(result({ status: 'blocked', findings: [fail] })))
      .when(screenKnowing({ isListed: false, attestations: [] }))
      .then();
  });
});

describe('a review whose subject a source has learnt something about', () => {
  const review = [requested(payment('pay_1')), completed(inReview, payment('pay_1'))];
  const rerequested: ScreeningEvent = {
    type: 'RescreeningRequested',
    data: {
      ...{ ref: 'cpl_1', subject: request.subject, checks: ['aml'], country: null },
      ...{ paymentId: 'pay_1', at: T0 },
    },
  };
  const findings = (...found: CheckFinding[]) => command('CompleteScreening', { ref: 'cpl_1', findings: found });

  it('has its checks run again', () => {
    given(decider, ...review)
      .when(command('Rescreen', { ref: 'cpl_1' }))
      .then(rerequested);
  });

  it('ends when they pass, and whoever waits is told', () => {
    const passed = { ...pass, name: 'aml' as const };
    given(decider, ...review, rerequested)
      .when(findings(passed))
      .then(completed(result({ findings: [passed] }), payment('pay_1')));
  });

  it('goes on when a person has to decide still, until when it was to end', () => {
    const still = { ...doubt, evidence: 'unclear still' };
    given(decider, ...review, rerequested)
      .when(command('CompleteScreening', { ref: 'cpl_1', findings: [still] }, T0 + 50))
      .then(completed({ ...inReview, reason: 'unclear still', findings: [still] }));
  });

  it('takes no findings that nobody asked for', () => {
    given(decider, ...review)
      .when(findings(pass))
      .then();
  });

  it('is asked about again when a provider does not answer', () => {
    given(decider, ...review, rerequested)
      .when(command('RecordFailedAttempt', { ref: 'cpl_1', attempt: 1, error: 'down' }))
      .then(attemptFailed(1, 50));
  });

  it('can be decided by a person meanwhile', () => {
    const cleared = result({ findings: [doubt], decision: { by: 'key_9', at: T0, note: null } });
    const data = { result: cleared, decision: 'clear' as const, by: 'person' as const, note: null };
    given(decider, ...review, rerequested)
      .when(command('DecideReview', { ref: 'cpl_1', decision: 'clear', note: null, decidedBy: 'key_9' }))
      .then({ type: 'ReviewDecided', data: { ...data, waiters: [payment('pay_1')] } });
  });

  it('has nothing run again once it is decided', () => {
    given(decider, ...review, completed(result()))
      .when(command('Rescreen', { ref: 'cpl_1' }))
      .then();
  });
});

describe('four eyes', () => {
  const ordered: Waiter = { kind: 'payment', id: 'pay_1', createdBy: 'key_1' };
  const review = [requested(ordered), completed(inReview, ordered)];
  const decide = (notFor: readonly string[]) =>
    command('DecideReview', { ref: 'cpl_1', decision: 'clear', note: null, decidedBy: 'key_2', notFor });

  it('a key decides no payment that it, or a key that it comes from, has ordered', () => {
    given(decider, ...review)
      .when(decide(['key_2', 'key_1']))
      .thenRefused('insufficient_scope');
  });

  it('another key decides it', () => {
    const decision = { by: 'key_2', at: T0, note: null, notFor: ['key_2'] };
    const cleared = result({ findings: [doubt], decision });
    const data = { result: cleared, decision: 'clear' as const, by: 'person' as const, note: null };
    given(decider, ...review)
      .when(decide(['key_2']))
      .then({ type: 'ReviewDecided', data: { ...data, waiters: [ordered] } });
  });
});

describe('four eyes, for who has cleared the address before paying it', () => {
  const clearedBy = (notFor: readonly string[]): readonly ScreeningEvent[] => {
    const decision = { by: notFor[0] ?? '', at: T0, note: null, notFor };
    const data = { result: result({ findings: [doubt], decision }), decision: 'clear', by: 'person' } as const;
    return [
      requested(null),
      completed(inReview),
      { type: 'ReviewDecided', data: { ...data, note: null, waiters: [] } },
    ];
  };
  const ordered: Waiter = { kind: 'payment', id: 'pay_1', createdBy: 'key_1' };

  it.each([
    ['the key that has', ['key_1']],
    ['a key that has created or rotated the one that has', ['key_2', 'key_1']],
  ])('%s is screened anew', (_, notFor) => {
    given(decider, ...clearedBy(notFor))
      .when(screen(ordered, T0, 'cpl_1'))
      .then(requested(ordered));
  });

  it('another key may use the result, and nobody remembers it without asking', () => {
    given(decider, ...clearedBy(['key_2']))
      .when(screen(ordered))
      .then({
        type: 'ScreeningReused',
        data: { ref: 'cpl_1', waiter: ordered, status: 'cleared', reason: null, at: T0 },
      });
  });
});

describe('separate_creator', () => {
  const ordered: Waiter = { kind: 'payment', id: 'pay_1', separateFrom: ['key_1', 'key_0'] };
  const other: Waiter = { kind: 'payment', id: 'pay_2' };
  const review = [requested(other), completed(inReview, other), reused(ordered, 'review', doubt.evidence)];
  const decide = (by: readonly string[]) =>
    command('DecideReview', { ref: 'cpl_1', decision: 'clear', note: null, decidedBy: by[0] ?? 'key_x', by });

  it.each([
    ['the key that created a payment', ['key_1', 'key_0']],
    ['a key that it has created', ['key_2', 'key_1', 'key_0']],
    ['the key that has created it', ['key_0']],
    ['another key of the same one', ['key_3', 'key_0']],
    ['somebody who is not known', []],
  ])('%s does not decide the review that it waits for, also when it came later', (_, by) => {
    given(decider, ...review)
      .when(decide(by))
      .thenRefused('insufficient_scope');
  });

  it('somebody else decides it', () => {
    const decision = { by: 'usr_1', at: T0, note: null, line: ['usr_1'] };
    const data = { result: result({ findings: [doubt], decision }), decision: 'clear' as const, note: null };
    given(decider, ...review)
      .when(decide(['usr_1']))
      .then({ type: 'ReviewDecided', data: { ...data, by: 'person' as const, waiters: [other, ordered] } });
  });

  it('who has cleared a recipient pays it only after somebody else has', () => {
    const clearedBy = (line: readonly string[]): readonly ScreeningEvent[] => {
      const decision = { by: line[0] ?? '', at: T0, note: null, line };
      const cleared = result({ findings: [doubt], decision });
      const data = { result: cleared, decision: 'clear', by: 'person', note: null, waiters: [] } as const;
      return [requested(null), completed(inReview), { type: 'ReviewDecided', data }];
    };
    given(decider, ...clearedBy(['key_2', 'key_1']))
      .when(screen(ordered, T0, 'cpl_1'))
      .then(requested(ordered));
    given(decider, ...clearedBy(['key_9']))
      .when(screen(ordered))
      .then(reused(ordered, 'cleared', null));
    given(decider, ...clearedBy(['key_1']))
      .when(screen(other))
      .then(reused(other, 'cleared', null));
  });
});

describe('Results are cached for 24 hours', () => {
  const cleared = [requested(null), completed(result())];
  const blocked = result({ status: 'blocked', reason: 'on a list', findings: [fail] });

  it('a cleared result answers', () => {
    given(decider, ...cleared)
      .when(screen(payment('pay_2')))
      .then(reused(payment('pay_2'), 'cleared', null));
  });

  it('a cleared result stays what it is: nobody decides on it any more, and no findings change it', () => {
    given(decider, ...cleared)
      .when(command('DecideReview', { ref: 'cpl_1', decision: 'block', note: null }))
      .thenRefused('invalid_state');
    given(decider, ...cleared)
      .when(command('CompleteScreening', { ref: 'cpl_1', findings: [fail] }))
      .then();
    given(decider, ...cleared)
      .when(screen(payment('pay_2'), T0 + DAY - 1))
      .then({
        type: 'ScreeningReused',
        data: {
          ...{ ref: 'cpl_1', waiter: payment('pay_2'), status: 'cleared', reason: null },
          ...{ expiresAt: T0 + DAY, at: T0 + DAY - 1 },
        },
      });
  });

  it('a blocked result answers too', () => {
    given(decider, requested(null), completed(blocked))
      .when(screen(payment('pay_2')))
      .then(reused(payment('pay_2'), 'blocked', 'on a list'));
  });

  it('a standalone check reads the result, so that nothing happens', () => {
    given(decider, ...cleared)
      .when(screen(null))
      .then();
  });

  it('an expired result is screened anew, under a new ref', () => {
    given(decider, ...cleared)
      .when(screen(payment('pay_2'), T0 + DAY))
      .then({ type: 'ScreeningRequested', data: { ...request, ref: 'cpl_2', waiter: payment('pay_2'), at: T0 + DAY } });
  });
});

describe('protocol rule 10: every payment answered with pending or review is kept, and told of the end', () => {
  const reviewing = [requested(payment('pay_1')), joined(payment('pay_2')), completed(inReview)];

  it('a completion names who asked and who joined', () => {
    given(decider, requested(payment('pay_1')), joined(wallet('wal_1')), joined(null))
      .when(command('CompleteScreening', { ref: 'cpl_1', findings: [pass] }))
      .then(completed(result(), payment('pay_1'), wallet('wal_1')));
  });

  it('one that comes during a review is told so', () => {
    given(decider, ...reviewing)
      .when(screen(payment('pay_3'), T0 + 2 * DAY))
      .then({
        type: 'ScreeningReused',
        data: {
          ref: 'cpl_1',
          waiter: payment('pay_3'),
          status: 'review',
          reason: 'unclear',
          expiresAt: T0 + DAY,
          at: T0 + 2 * DAY,
        },
      });
  });

  const waiters = [payment('pay_1'), payment('pay_2'), payment('pay_3')];
  const asked = [...reviewing, reused(payment('pay_3'), 'review', 'unclear')];

  it('a decision names all of them, also by reuse', () => {
    const cleared = { ...inReview, status: 'cleared', reason: null, expiresAt: T0 + 5 + DAY } as const;
    given(decider, ...asked)
      .when(command('DecideReview', { ref: 'cpl_1', decision: 'clear', note: null }, T0 + 5))
      .then({
        type: 'ReviewDecided',
        data: { result: cleared, decision: 'clear', by: 'person', note: null, waiters },
      });
  });

  it('a decision to block says why', () => {
    const reason = 'A reviewer blocked it.';
    given(decider, ...asked)
      .when(command('DecideReview', { ref: 'cpl_1', decision: 'block', note: 'known mixer' }))
      .then({
        type: 'ReviewDecided',
        data: {
          result: { ...inReview, status: 'blocked', reason },
          decision: 'block',
          by: 'person',
          note: 'known mixer',
          waiters,
        },
      });
  });

  const expired: ScreeningEvent = {
    type: 'ReviewDecided',
    data: {
      result: { ...inReview, status: 'blocked', reason: 'Its review was not decided in time.', expiresAt: T0 + DAY },
      decision: 'block',
      by: 'expiry',
      note: null,
      waiters,
    },
  };

  it('after 24 h without a decision it is blocked', () => {
    given(decider, ...asked)
      .when(command('ExpireReview', { ref: 'cpl_1' }, T0 + DAY))
      .then(expired);
  });

  it('a review that expired blocks nobody who comes later', () => {
    given(decider, ...asked, expired)
      .when(screen(payment('pay_4'), T0 + DAY))
      .then({ type: 'ScreeningRequested', data: { ...request, ref: 'cpl_2', waiter: payment('pay_4'), at: T0 + DAY } });
  });

  it('an expiry after the decision does nothing', () => {
    given(decider, ...asked, expired)
      .when(command('ExpireReview', { ref: 'cpl_1' }))
      .then();
  });

  it('a decision that comes too late is 409 invalid_state', () => {
    given(decider, ...asked, expired)
      .when(command('DecideReview', { ref: 'cpl_1', decision: 'clear', note: null }))
      .thenRefused('invalid_state');
  });

  it('a decision on what was never in review is 409 invalid_state', () => {
    given(decider, requested(null))
      .when(command('DecideReview', { ref: 'cpl_1', decision: 'clear', note: null }))
      .thenRefused('invalid_state');
  });

  it('an event names at most 100 of them, the rest follow in the same append', () => {
    const crowd = Array.from({ length: 250 }, (_, n) => payment(`pay_${n}`));
    given(decider, requested(null), ...crowd.map((waiter) => joined(waiter)))
      .when(command('CompleteScreening', { ref: 'cpl_1', findings: [pass] }))
      .then(
        completed(result(), ...crowd.slice(0, 100)),
        ...[crowd.slice(100, 200), crowd.slice(200)].map((more) => ({
          type: 'WaitersAnswered',
          data: { ref: 'cpl_1', status: 'cleared', reason: null, waiters: more },
        })),
      );
  });
});

describe('an address that was cleared and is on a list by now', () => {
  const match = { ref: 'cpl_1', address: '0xabc', source: 'list', version: '2', matched: '7 SOMEBODY' };
  const found: ScreeningEvent = { type: 'MatchFound', data: { ...match, at: T0 } };
  const cleared = [requested(payment('pay_1')), completed(result(), payment('pay_1'))];
  const again: ScreeningEvent = {
    type: 'ScreeningRequested',
    data: { ...request, ref: 'cpl_2', waiter: payment('pay_2'), at: T0 },
  };

  it('is told of once for each result', () => {
    given(decider, ...cleared)
      .when(command('ReportMatch', match))
      .then(found);
    given(decider, ...cleared, found)
      .when(command('ReportMatch', { ...match, version: '3' }))
      .then();
  });

  it('is told of also when it is screened again by now', () => {
    given(decider, ...cleared, again)
      .when(command('ReportMatch', match))
      .then(found);
    given(decider, ...cleared, again, completed(result({ ref: 'cpl_2' }), payment('pay_2')), found)
      .when(command('ReportMatch', { ...match, ref: 'cpl_2' }))
      .then({ type: 'MatchFound', data: { ...match, ref: 'cpl_2', at: T0 } });
  });
});

describe('a provider that does not answer: screening fails closed', () => {
  it('is asked again soon, then less often', () => {
    let history: ScreeningEvent[] = [requested(payment('pay_1'))];
    for (const [n, retryInMs] of [50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000].entries()) {
      const failed = attemptFailed(n + 1, retryInMs);
      given(decider, ...history)
        .when(command('RecordFailedAttempt', { ref: 'cpl_1', attempt: n + 1, error: 'down' }))
        .then(failed);
      history = [...history, failed];
    }
  });

  it('an attempt that was reported before counts once', () => {
    given(decider, requested(null), attemptFailed(1, 50))
      .when(command('RecordFailedAttempt', { ref: 'cpl_1', attempt: 1, error: 'down' }))
      .then();
  });

  it('is given up when every payment that asked has met its deadline, and the wallets are told', () => {
    given(decider, requested(payment('pay_1')), joined(wallet('wal_1')), attemptFailed(1, 50))
      .when(command('RecordFailedAttempt', { ref: 'cpl_1', attempt: 2, error: 'down' }, T0 + 60_000))
      .then({
        type: 'ScreeningAbandoned',
        data: { ref: 'cpl_1', attempt: 2, error: 'down', waiters: [wallet('wal_1')] },
      });
  });

  it('is not given up while a later one waits; who has met the deadline is not kept', () => {
    const failed = attemptFailed(1, 50, T0 + 60_001);
    given(decider, requested(payment('pay_1')), joined(payment('pay_2'), T0 + 30_000))
      .when(command('RecordFailedAttempt', { ref: 'cpl_1', attempt: 1, error: 'down' }, T0 + 60_001))
      .then(failed);
    given(decider, requested(payment('pay_1')), joined(payment('pay_2'), T0 + 30_000), failed)
      .when(command('CompleteScreening', { ref: 'cpl_1', findings: [pass] }))
      .then(completed(result(), payment('pay_2')));
  });

  it('a screening that was given up is started anew', () => {
    given(decider, requested(null), {
      type: 'ScreeningAbandoned',
      data: { ref: 'cpl_1', attempt: 1, error: 'down', waiters: [] },
    })
      .when(screen(payment('pay_2')))
      .then({ type: 'ScreeningRequested', data: { ...request, ref: 'cpl_2', waiter: payment('pay_2'), at: T0 } });
  });
});

describe('the sender of a deposit', () => {
  const inbound: ScreeningRequest = { ...request, checks: ['aml', 'sanctions'], inbound: { tokenAccount: null } };
  const deposit = (id: string): Waiter => ({ kind: 'deposit', id });
  const asked: ScreeningEvent = {
    type: 'ScreeningRequested',
    data: { ...inbound, ref: 'cpl_1', waiter: deposit('dep_1'), at: T0 },
  };
  const failure = (attempt: number, at: number) =>
    command('RecordFailedAttempt', { ref: 'cpl_1', attempt, error: 'down' }, at);

  it('is never given up: while a source is silent, the deposit waits', () => {
    const late = T0 + 100 * DAY;
    given(decider, asked, attemptFailed(1, 50))
      .when(failure(2, late))
      .then(attemptFailed(2, 100, late));
    const many = Array.from({ length: 2_000 }, (_, index) => attemptFailed(index + 1, 300_000));
    given(decider, asked, ...many)
      .when(failure(2_001, late))
      .then(attemptFailed(2_001, 300_000, late));
    given(decider, asked, ...many, attemptFailed(2_001, 300_000, late))
      .when(command('CompleteScreening', { ref: 'cpl_1', findings: [pass] }, late))
      .then(
        completed(result({ inbound: { tokenAccount: null }, createdAt: T0, expiresAt: late + DAY }), deposit('dep_1')),
      );
  });

  it('is screened again for what it is when a list names somebody who is in review', () => {
    given(decider, asked, completed({ ...inReview, inbound: { tokenAccount: null } }, deposit('dep_1')))
      .when(command('Rescreen', { ref: 'cpl_1' }))
      .then({
        type: 'RescreeningRequested',
        data: {
          ...{ ref: 'cpl_1', subject: request.subject, checks: ['aml'], country: null, paymentId: null, at: T0 },
          ...{ inbound: { tokenAccount: null }, depositId: 'dep_1' },
        },
      });
  });

  it('in review answers some thousand deposits, and no more are remembered', () => {
    const review = completed({ ...inReview, inbound: { tokenAccount: null } }, deposit('dep_1'));
    const more = Array.from({ length: 1_500 }, (_, index) => reused(deposit(`dep_${index + 2}`), 'review', 'unclear'));
    const decide = command('DecideReview', { ref: 'cpl_1', decision: 'clear', note: null });
    const state = [asked, review, ...more].reduce(
      (folded, event) => decider.evolve(folded, event),
      decider.initialState(),
    );
    const answered = decider
      .decide(decide, state)
      .flatMap((event) => ('waiters' in event.data ? event.data.waiters : []));
    expect(answered).toHaveLength(1_000);
  });
});
