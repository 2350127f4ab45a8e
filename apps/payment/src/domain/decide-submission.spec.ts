import { given } from '@stablecoin/event-sourcing/testing';
import { assembled, carried, closed, final, senderCommand } from '../testing/submissions';
import { submissionDecider } from './decide-submission';
import { REMEMBERED_EVENTS } from './submission';
import type { SubmissionEvent } from './submission';

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

describe('protocol rule 15: whoever finds that an authorization cannot go out closes it on the sender’s stream', () => {
  it('closes it, with why', () => {
    given(submissionDecider).when(close('a')).then(closed('a'));
  });

  it('which is refused while it is in a live submission', () => {
    given(submissionDecider, assembled('0x1', 'a')).when(close('a')).then();
  });

  it('and once closed refuses every later assembly', () => {
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

  it('for a submission that it knows only', () => {
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

  it.each(['a', 'b'])('what is done or failed (%s) is never assembled or closed again', (id) => {
    given(submissionDecider, ...history)
      .when(assemble('0x2', [id]))
      .then();
    given(submissionDecider, ...history)
      .when(close(id))
      .then();
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
