import { given } from '@stablecoin/event-sourcing/testing';
import { assembled, assembledUnder, carried, closed, final, replaced, senderCommand } from '../testing/submissions';
import { submissionDecider } from './decide-submission';
import {
  REMEMBERED_EVENTS,
  evolveSubmission,
  includedIn,
  liveNonces,
  newSubmissionState,
  replacedBy,
  submissionFromJson,
  submissionToJson,
} from './submission';
import type { SubmissionEvent, SubmissionStateJson } from './submission';

const FAR = Number.MAX_SAFE_INTEGER;

const assemble = (hash: string, ids: readonly string[], listedAt = FAR) =>
  senderCommand('AssembleSubmission', { ...assembled(hash, ...ids).data, listedAt });
const close = (id: string, listedAt = FAR) =>
  senderCommand('CloseAuthorization', { payment: carried(id).payment, code: 'insufficient_gas', listedAt });
const finish = (hash: string, settled: readonly string[], reverted: readonly string[] = []) =>
  senderCommand('FinishSubmission', final(hash, settled, reverted).data);

describe('protocol rule 14: only the sender’s stream assembles, and each authorization once', () => {
  it('assembles what is neither carried nor ended', () => {
    given(submissionDecider)
      .when(assemble('0x1', ['a', 'b']))
      .then(assembled('0x1', 'a', 'b'));
    given(submissionDecider, assembled('0x1', 'a'))
      .when(assemble('0x2', ['b']))
      .then(assembled('0x2', 'b'));
  });

  it('refuses a payment twice in one submission', () => {
    given(submissionDecider)
      .when(assemble('0x1', ['a', 'a']))
      .then();
  });

  it('refuses a payment in a second submission while the first lives', () => {
    given(submissionDecider, assembled('0x1', 'a', 'b'))
      .when(assemble('0x2', ['b', 'c']))
      .then();
  });

  it('refuses the authorization of another sender or another chain', () => {
    const { authorization, payment } = carried('a');
    for (const other of [{ sender: 'somebody' }, { chain: 'ethereum' as const }]) {
      const authorizations = [{ authorization: { ...authorization, ...other }, payment }];
      const data = { ...assembled('0x1').data, authorizations, listedAt: FAR };
      given(submissionDecider).when(senderCommand('AssembleSubmission', data)).thenThrows('another sender');
    }
  });

  it('assembles nothing from nothing', () => {
    given(submissionDecider).when(assemble('0x1', [])).then();
  });
});

describe('on a chain whose transactions have nonces', () => {
  const assembleUnder = (nonce: number, hash: string, ...ids: readonly string[]) =>
    senderCommand('AssembleSubmission', { ...assembledUnder(nonce, hash, ...ids).data, listedAt: FAR });
  const replace = (...given: Parameters<typeof replaced>) =>
    senderCommand('ReplaceSubmission', replaced(...given).data);

  it('no two live submissions have the same nonce', () => {
    given(submissionDecider, assembledUnder(5, '0x1', 'a'))
      .when(assembleUnder(5, '0x2', 'b'))
      .then();
    given(submissionDecider, assembledUnder(5, '0x1', 'a'))
      .when(assembleUnder(6, '0x2', 'b'))
      .then(assembledUnder(6, '0x2', 'b'));
  });

  it('a nonce may be used again when its submission has ended without it', () => {
    given(submissionDecider, assembledUnder(5, '0x1', 'a'), final('0x1', [], ['a']))
      .when(assembleUnder(5, '0x2', 'b'))
      .then(assembledUnder(5, '0x2', 'b'));
  });

  it('a stuck submission is replaced once, under its nonce, with what it carries', () => {
    const stuck = assembledUnder(5, '0x1', 'a', 'b');
    given(submissionDecider, stuck)
      .when(replace('0x1', 5, '0x2', 'a', 'b'))
      .then(replaced('0x1', 5, '0x2', 'a', 'b'));
    given(submissionDecider, stuck, replaced('0x1', 5, '0x2', 'a', 'b'))
      .when(replace('0x1', 5, '0x3', 'a', 'b'))
      .then();
    given(submissionDecider, stuck, final('0x1', ['a', 'b']))
      .when(replace('0x1', 5, '0x2', 'a', 'b'))
      .then();
    for (const other of [replace('0x1', 6, '0x2', 'a', 'b'), replace('0x1', 5, '0x2', 'a')]) {
      given(submissionDecider, stuck).when(other).thenThrows('cannot be replaced');
    }
  });

  it('without nonces, replaces a submission once with the same authorizations', () => {
    const { data } = assembled('0x2', 'a', 'b');
    const anew = { type: 'SubmissionReplaced', data: { ...data, replaces: '0x1' } } as const;
    given(submissionDecider, assembled('0x1', 'a', 'b'))
      .when(senderCommand('ReplaceSubmission', anew.data))
      .then(anew);
    given(submissionDecider, assembled('0x1', 'a', 'b'), anew)
      .when(senderCommand('ReplaceSubmission', { ...anew.data, hash: '0x3' }))
      .then();
    given(submissionDecider, assembled('0x1', 'a', 'b'), anew)
      .when(assemble('0x3', ['a']))
      .then();
    given(submissionDecider, assembled('0x1', 'a', 'b'), anew)
      .when(finish('0x2', ['a', 'b']))
      .then(final('0x2', ['a', 'b']));
  });

  it('protocol rule 14: what was replaced carries on under its new hash, and is assembled nowhere else', () => {
    const history = [assembledUnder(5, '0x1', 'a'), replaced('0x1', 5, '0x2', 'a')];
    given(submissionDecider, ...history)
      .when(assembleUnder(6, '0x3', 'a'))
      .then();
    given(submissionDecider, ...history)
      .when(assembleUnder(5, '0x3', 'b'))
      .then();
    given(submissionDecider, ...history)
      .when(finish('0x1', ['a']))
      .then();
    given(submissionDecider, ...history)
      .when(finish('0x2', ['a']))
      .then(final('0x2', ['a']));
  });

  it('live nonces outlive a snapshot, and are forgotten with their submission', () => {
    const state = [assembledUnder(5, '0x1', 'a'), assembledUnder(6, '0x2', 'b'), replaced('0x1', 5, '0x3', 'a')].reduce(
      (folded, event) => submissionDecider.evolve(folded, event),
      submissionDecider.initialState(),
    );
    const restored = submissionFromJson(JSON.parse(JSON.stringify(submissionToJson(state))) as SubmissionStateJson);
    expect(liveNonces(restored)).toEqual([6, 5]);
    expect(restored).toEqual(state);
    expect(liveNonces(submissionDecider.evolve(restored, final('0x3', ['a'])))).toEqual([6]);
  });

  it('a snapshot from before there were nonces is read', () => {
    expect(liveNonces(submissionFromJson({ revision: 3, live: [['0x1', ['a']]], ended: [] }))).toEqual([]);
  });
});

describe('protocol rule 15: whoever finds that an authorization cannot go out closes it on the sender’s stream', () => {
  it('closes it, with why', () => {
    given(submissionDecider).when(close('a')).then(closed('a'));
  });

  it('which is refused while it is in a live submission', () => {
    given(submissionDecider, assembled('0x1', 'a')).when(close('a')).then();
  });

  it('an authorization that is closed refuses every later assembly', () => {
    given(submissionDecider, closed('a'))
      .when(assemble('0x1', ['a', 'b']))
      .then();
    given(submissionDecider, closed('a')).when(close('a')).then();
  });
});

describe('protocol rule 20: SubmissionFinal ends a submission, and the stream remembers what has ended', () => {
  const history = [assembled('0x1', 'a', 'b'), final('0x1', ['a'], ['b'])];

  it('says of each payment what became of it', () => {
    given(submissionDecider, assembled('0x1', 'a', 'b'))
      .when(finish('0x1', ['a'], ['b']))
      .then(final('0x1', ['a'], ['b']));
  });

  it('once', () => {
    given(submissionDecider, ...history)
      .when(finish('0x1', ['a'], ['b']))
      .then();
  });

  it('ignores the end of an unknown submission', () => {
    given(submissionDecider, ...history)
      .when(finish('0x2', ['a']))
      .then();
  });

  it('never for a part of it, or for more than it carries', () => {
    given(submissionDecider, assembled('0x1', 'a', 'b'))
      .when(finish('0x1', ['a']))
      .thenThrows('something else');
    given(submissionDecider, assembled('0x1', 'a'))
      .when(finish('0x1', ['a'], ['b']))
      .thenThrows('something else');
    given(submissionDecider, assembled('0x1', 'a', 'b'))
      .when(finish('0x1', ['a', 'a']))
      .thenThrows('something else');
  });

  it('what is done is never assembled or closed again', () => {
    given(submissionDecider, ...history)
      .when(assemble('0x2', ['a']))
      .then();
    given(submissionDecider, ...history)
      .when(close('a'))
      .then();
  });

  it('what has failed is not assembled again by a list that has not heard of it', () => {
    given(submissionDecider, ...history)
      .when(assemble('0x2', ['b'], 0))
      .then();
  });
});

describe('protocol rule 19: what has expired may be authorized anew', () => {
  const expire = (
    id: string,
    code: 'transaction_expired' | 'transaction_reverted' = 'transaction_expired',
  ): SubmissionEvent => ({
    type: 'SubmissionFinal',
    data: { hash: '0x1', settled: [], failed: [{ ...carried(id).payment, code }] },
  });
  const history = [assembled('0x1', 'a'), expire('a')];

  it('it is assembled from a list that has seen it expire, and names it all the same', () => {
    given(submissionDecider, ...history)
      .when(assemble('0x2', ['a'], 1))
      .then(assembled('0x2', 'a'));
  });

  it('one that a block took too late, and reverted, too', () => {
    given(submissionDecider, assembled('0x1', 'a'), expire('a', 'transaction_reverted'))
      .when(assemble('0x2', ['a'], 1))
      .then(assembled('0x2', 'a'));
  });

  it('what was authorized anew is assembled from no older list, which has not heard of its end', () => {
    given(submissionDecider, ...history)
      .when(assemble('0x2', ['a'], 0))
      .then();
  });

  it('accepts a renewed authorization once, also after its second end', () => {
    given(submissionDecider, ...history, assembled('0x2', 'a'))
      .when(assemble('0x3', ['a'], 2))
      .then();
    given(submissionDecider, ...history, assembled('0x2', 'a'), final('0x2', ['a']))
      .when(assemble('0x3', ['a'], FAR))
      .then();
  });

  it('one that was found expired before it was sent, too', () => {
    const { type, data } = closed('a');
    given(submissionDecider, { type, data: { ...data, code: 'transaction_expired' } })
      .when(assemble('0x2', ['a'], 0))
      .then(assembled('0x2', 'a'));
  });

  it('outlives a snapshot, and is forgotten with its end', () => {
    const fold = (events: readonly SubmissionEvent[], from = submissionDecider.initialState()) =>
      events.reduce((state, event) => submissionDecider.evolve(state, event), from);
    const stored = JSON.stringify(submissionToJson(fold(history)));
    const restored = submissionFromJson(JSON.parse(stored) as SubmissionStateJson);
    expect([...restored.expired]).toEqual(['a']);
    const later = Array.from({ length: REMEMBERED_EVENTS }, (_, n) => closed(`later-${n}`));
    expect([...fold(later, restored).expired]).toEqual([]);
  });
});

describe('protocol rules 4 and 20: what has ended is refused for ever, in bounded memory', () => {
  /** `old` ends at revision 0, then come so many other events. */
  const followedBy = (events: number): SubmissionEvent[] => [
    closed('old'),
    ...Array.from({ length: events }, (_, n) => closed(`later-${n}`)),
  ];

  it('a list that had not seen the end is refused, however long ago that was', () => {
    for (const events of [0, 1, REMEMBERED_EVENTS - 1, REMEMBERED_EVENTS, REMEMBERED_EVENTS + 1, 500]) {
      given(submissionDecider, ...followedBy(events))
        .when(assemble('0x1', ['old'], -1))
        .then();
      given(submissionDecider, ...followedBy(events))
        .when(close('old', -1))
        .then();
    }
  });

  it('a list that is too old to be judged is refused as a whole, so that the worker looks again', () => {
    given(submissionDecider, ...followedBy(REMEMBERED_EVENTS))
      .when(assemble('0x1', ['new'], -1))
      .then();
    given(submissionDecider, ...followedBy(REMEMBERED_EVENTS))
      .when(assemble('0x1', ['new'], 0))
      .then(assembled('0x1', 'new'));
  });

  it('a list of an empty stream is judged as long as everything is remembered', () => {
    given(submissionDecider, ...followedBy(REMEMBERED_EVENTS - 1))
      .when(assemble('0x1', ['new'], -1))
      .then(assembled('0x1', 'new'));
  });

  it('memory holds live submissions and the last events, and nothing else', () => {
    let state = submissionDecider.initialState();
    for (let n = 0; n < 1_000; n++) {
      state = submissionDecider.evolve(state, assembled(`0x${n}`, `a-${n}`, `b-${n}`));
      if (n > 0) state = submissionDecider.evolve(state, final(`0x${n}`, [`a-${n}`], [`b-${n}`]));
    }
    expect([...state.live.keys()]).toEqual(['0x0']);
    expect([...state.carried]).toEqual(['a-0', 'b-0']);
    expect(state.ended.size).toBe(REMEMBERED_EVENTS);
    given(submissionDecider, assembled('0x0', 'a-0'), ...followedBy(500))
      .when(assemble('0x9', ['a-0']))
      .then();
  });
});

describe('what a submission has cost', () => {
  const { type, data } = final('0x1', ['a'], ['b']);
  const ended: SubmissionEvent = { type, data: { ...data, assembledAt: 0 } };
  const paid: SubmissionEvent = {
    type: 'SubmissionFeesPaid',
    data: { hash: '0x1', chain: 'base', account: 'acme', fees: [{ hash: '0x1', amount: '21000' }] },
  };
  const recordFees = senderCommand('RecordFees', paid.data);
  const before = [assembled('0x1', 'a', 'b'), ended] as const;

  it('is still to be found out when it is final, and is told once', () => {
    given(submissionDecider, assembled('0x1', 'a', 'b'))
      .when(senderCommand('FinishSubmission', ended.data))
      .then(ended);
    given(submissionDecider, ...before)
      .when(recordFees)
      .then(paid);
    given(submissionDecider, ...before, paid)
      .when(recordFees)
      .then();
  });

  it('is told of none that still lives, and of none that costs nothing', () => {
    given(submissionDecider, assembled('0x1', 'a', 'b'))
      .when(recordFees)
      .then();
    given(submissionDecider, assembled('0x1', 'a', 'b'), { type, data })
      .when(recordFees)
      .then();
  });

  it('keeps unpriced submissions in a snapshot', () => {
    const state = before.reduce(evolveSubmission, newSubmissionState());
    const restored = submissionFromJson(submissionToJson(state));
    expect(submissionDecider.decide(recordFees, restored)).toEqual([paid]);
  });

  it('is asked of all that was signed for it, and of what stands in a block', () => {
    const second = replaced('0x1', 7, '0x2', 'a', 'b').data;
    const third = { ...replaced('0x2', 7, '0x3', 'a', 'b').data, replacedBefore: replacedBy(second) };
    expect([replacedBy(assembled('0x1', 'a').data), replacedBy(third)]).toEqual([[], ['0x1', '0x2']]);
    const expired = { ...carried('c').payment, code: 'transaction_expired' as const };
    expect(includedIn({ ...data, failed: [...data.failed, expired] })).toEqual(['a', 'b']);
  });
});
