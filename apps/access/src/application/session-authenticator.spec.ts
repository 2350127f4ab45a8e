import { ManualClock, silentLog } from '@stablecoin/event-sourcing/testing';
import type { StoredSession } from '../read-model/people';
import { SessionAuthenticator } from './session-authenticator';

const TOKEN = 'x'.repeat(43);

describe('sessions of a restored store', () => {
  const clock = new ManualClock();
  const member = { stream: 'member-1', name: 'Ada', role: 'viewer', status: 'active' } as const;
  const stored: StoredSession = {
    ...{ id: 'ses_1', owner: 'usr_1', account: 'acme', livemode: true, keyHash: null, member },
    ...{ createdAt: clock.now(), expiresAt: clock.now() + 60_000, lastUsedAt: clock.now() },
  };
  const people = { sessionByHash: () => Promise.resolve(stored), touchSession: () => Promise.resolve() };
  const keys = { byHash: () => Promise.reject(new Error('it is of no key')) };
  const use = (...held: readonly string[]) =>
    new SessionAuthenticator(people, keys, clock, silentLog, new Set(held)).authenticate(TOKEN, '127.0.0.1');

  it.each(['ses_1', 'usr_1'])('are refused while %s is held', async (held) => {
    await expect(use()).resolves.toMatchObject({ keyId: 'usr_1' });
    await expect(use(held)).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
