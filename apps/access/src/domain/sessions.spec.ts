import { given } from '@stablecoin/event-sourcing/testing';
import { sessionsDecider, type SessionCommand, type SessionEvent } from './sessions';

const common = { id: 'req_1', correlationId: 'req_1', account: 'acme', livemode: false };
const start = (sessionId: string, at: number): Extract<SessionCommand, { type: 'StartSession' }> => ({
  ...{ ...common, type: 'StartSession', at },
  data: { sessionId, hash: `hash of ${sessionId}`, keyHash: null, expiresAt: at + 100 },
});
const started = (sessionId: string, at: number): SessionEvent => ({
  type: 'SessionStarted',
  data: { ...start(sessionId, at).data, startedAt: at },
});
const end = (sessionId: string): SessionCommand => ({ ...common, type: 'EndSession', at: 9, data: { sessionId } });
const endAll: SessionCommand = { ...common, type: 'EndSessions', at: 9, data: null };
const ended = (sessionId: string, reason: 'signed_out' | 'too_many' = 'signed_out'): SessionEvent => ({
  type: 'SessionEnded',
  data: { sessionId, reason },
});
const refuse = (at: number): SessionCommand => ({ ...common, type: 'RefuseSignIn', at, data: { reason: 'no_role' } });
const refused = (refusedAt: number): SessionEvent => ({
  type: 'SignInRefused',
  data: { reason: 'no_role', refusedAt },
});

describe('the sessions of a key or person', () => {
  it('are several side by side, and each is ended once', () => {
    given(sessionsDecider, started('ses_1', 1)).when(start('ses_2', 2)).then(started('ses_2', 2));
    given(sessionsDecider, started('ses_1', 1), started('ses_2', 2)).when(end('ses_1')).then(ended('ses_1'));
    given(sessionsDecider, started('ses_1', 1), ended('ses_1')).when(end('ses_1')).then();
    given(sessionsDecider).when(end('ses_1')).then();
  });

  it('are ended all at once, by one event', () => {
    given(sessionsDecider, started('ses_1', 1), started('ses_2', 2))
      .when(endAll)
      .then({ type: 'SessionsEnded', data: { endedAt: 9 } });
    given(sessionsDecider).when(endAll).then();
  });

  it('are a hundred at most: one more ends the oldest, and those that have expired do not count', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => started(`ses_${index}`, 1 + index / 1_000));
    given(sessionsDecider, ...hundred)
      .when(start('ses_new', 2))
      .then(ended('ses_0', 'too_many'), started('ses_new', 2));
    given(sessionsDecider, ...hundred)
      .when(start('ses_new', 200))
      .then(started('ses_new', 200));
  });

  it('do not begin for somebody who is refused, which is recorded once a minute', () => {
    given(sessionsDecider).when(refuse(1_000)).then(refused(1_000));
    given(sessionsDecider, refused(1_000)).when(refuse(60_999)).then();
    given(sessionsDecider, refused(1_000)).when(refuse(61_000)).then(refused(61_000));
  });

  it('are the same after a snapshot', () => {
    const events = [started('ses_1', 1), refused(2)];
    const state = events.reduce(
      (before, event) => sessionsDecider.evolve(before, event),
      sessionsDecider.initialState(),
    );
    const json: unknown = JSON.parse(JSON.stringify(sessionsDecider.snapshot?.toJson(state)));
    expect(sessionsDecider.snapshot?.fromJson(json as never)).toEqual(state);
  });
});
