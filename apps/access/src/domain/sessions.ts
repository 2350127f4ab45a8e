import { StreamCategory, type Command, type Decider } from '@stablecoin/event-sourcing';

/** A session ends this long after the sign-in, however it is used. */
export const SESSION_MS = 8 * 60 * 60_000;

/** A session, without its token: only the hash of that is stored. */
export type StartedSession = {
  readonly sessionId: string;
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
  /** SHA-256 of the API key that was exchanged for it; null: a person has signed in. */
  readonly keyHash: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
};

/** Why a person was not let in. */
export type SignInRefusal = 'no_role' | 'role_not_for_live_mode' | 'disabled';

export type SessionEvent =
  | { readonly type: 'SessionStarted'; readonly data: StartedSession & { readonly startedAt: number } }
  | {
      readonly type: 'SessionEnded';
      readonly data: { readonly sessionId: string; readonly reason: 'signed_out' | 'too_many' };
    }
  /** All that were started before have ended. */
  | { readonly type: 'SessionsEnded'; readonly data: { readonly endedAt: number } }
  | { readonly type: 'SignInRefused'; readonly data: { readonly reason: SignInRefusal; readonly refusedAt: number } };

export type StartSession = Command<'StartSession', StartedSession>;
export type EndSession = Command<'EndSession', { readonly sessionId: string }>;
export type EndSessions = Command<'EndSessions', null>;
export type RefuseSignIn = Command<'RefuseSignIn', { readonly reason: SignInRefusal }>;
export type SessionCommand = StartSession | EndSession | EndSessions | RefuseSignIn;

/** All of somebody's sessions that their decisions depend on. */
export interface SessionsState {
  /** When each open session expires, by id; the oldest first. */
  readonly open: ReadonlyMap<string, number>;
  /** When a sign-in was last refused; 0: never. */
  readonly refusedAt: number;
}

/** The most that one key or person can have at a time. One more ends the oldest. */
const SESSIONS_MAX = 100;
/** A refusal within this time of the one before is not recorded. */
const REFUSED_AGAIN_MS = 60_000;

/** Streams: `sessions-<id of the API key or member>`. */
export const sessionsStreams = new StreamCategory<SessionEvent>('sessions');

export const sessionsDecider: Decider<SessionsState, SessionCommand, SessionEvent> = {
  streams: sessionsStreams,
  firstCommands: ['StartSession', 'EndSession', 'EndSessions', 'RefuseSignIn'],
  initialState: () => ({ open: new Map(), refusedAt: 0 }),

  decide(command, { open, refusedAt }) {
    switch (command.type) {
      case 'StartSession': {
        const unexpired = [...open].filter(([, expiresAt]) => expiresAt > command.at);
        const tooMany = unexpired.slice(0, Math.max(0, unexpired.length - SESSIONS_MAX + 1));
        return [
          ...tooMany.map(([sessionId]): SessionEvent => ({
            type: 'SessionEnded',
            data: { sessionId, reason: 'too_many' },
          })),
          { type: 'SessionStarted', data: { ...command.data, startedAt: command.at } },
        ];
      }
      case 'EndSession': {
        const { sessionId } = command.data;
        return open.has(sessionId) ? [{ type: 'SessionEnded', data: { sessionId, reason: 'signed_out' } }] : [];
      }
      case 'EndSessions':
        return open.size === 0 ? [] : [{ type: 'SessionsEnded', data: { endedAt: command.at } }];
      case 'RefuseSignIn': {
        if (refusedAt > 0 && command.at - refusedAt < REFUSED_AGAIN_MS) return [];
        return [{ type: 'SignInRefused', data: { reason: command.data.reason, refusedAt: command.at } }];
      }
    }
  },

  evolve({ open, refusedAt }, event) {
    switch (event.type) {
      case 'SessionStarted': {
        const { sessionId, startedAt, expiresAt } = event.data;
        const unexpired = [...open].filter(([, end]) => end > startedAt);
        return { open: new Map([...unexpired, [sessionId, expiresAt]]), refusedAt };
      }
      case 'SessionEnded':
        return { open: new Map([...open].filter(([id]) => id !== event.data.sessionId)), refusedAt };
      case 'SessionsEnded':
        return { open: new Map(), refusedAt };
      case 'SignInRefused':
        return { open, refusedAt: event.data.refusedAt };
    }
  },

  snapshot: {
    version: 1,
    every: 100,
    toJson: ({ open, refusedAt }) => ({ open: [...open], refusedAt }),
    fromJson: (json) => {
      const { open, refusedAt } = json as { open: readonly [string, number][]; refusedAt: number };
      return { open: new Map(open), refusedAt };
    },
  },
};
