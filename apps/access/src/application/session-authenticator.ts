import { ApiError, type Tenant, describeError } from '@stablecoin/contracts';
import type { Clock, Log } from '@stablecoin/event-sourcing';
import { BoundedMap } from '@stablecoin/host';
import type { Authenticator, Caller, Credential } from './authenticator';
import type { People, StoredMember, StoredSession } from '../read-model/people';
import { powerOfPerson } from './power/power';
import { csrfTokenOf, hashOfToken } from './session-token';

/** A session ends when it was not used for this long. */
export const IDLE_MS = 30 * 60_000;
/** A use is written down when the last one that was is this old. So a session may end as much before {@link IDLE_MS}. */
const TOUCH_EVERY_MS = 60_000;
/** As long as an API key is trusted without another look: what was ended anywhere is refused here within a second. */
const TRUSTED_MS = 500;
const SESSIONS_IN_MEMORY = 10_000;
/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

interface Known {
  readonly session: StoredSession;
  readonly readAt: number;
}

/** Finds out whose session a request carries, and what that allows now: as much as its API key, or its member's role. */
export class SessionAuthenticator {
  /** By the token's hash. */
  readonly #known = new BoundedMap<string, Known>(SESSIONS_IN_MEMORY);
  /** When the use of a session was last written down from here, by its id. */
  readonly #touched = new BoundedMap<string, number>(SESSIONS_IN_MEMORY);

  constructor(
    private readonly people: Pick<People, 'sessionByHash' | 'touchSession'>,
    private readonly keys: Pick<Authenticator, 'byHash'>,
    private readonly clock: Clock,
    private readonly log: Log,
    /** Ids of sessions and members that nobody has confirmed since a restore. */
    private readonly held: ReadonlySet<string> = new Set(),
  ) {}

  /** Sessions that are kept in memory now. */
  get size(): number {
    return this.#known.size;
  }

  /**
   * @param token - of the session cookie
   * @param ip - where the request comes from
   * @param isUse - false: a page asks by itself, which does not keep its session from ending
   * @throws ApiError `unauthorized`: the session has ended, or its API key or member has no more access
   */
  async authenticate(token: string, ip: string, isUse = true): Promise<Caller> {
    const now = this.clock.now();
    const hash = hashOfToken(token);
    const session = TOKEN.test(token) ? await this.#session(hash, now) : undefined;
    if (session === undefined || this.#isOver(session, now) || this.held.has(session.id)) throw over();
    if (this.held.has(session.owner))
      throw new ApiError('unauthorized', 'Your access has to be confirmed by the operator.');
    const { id, member, keyHash, createdAt, expiresAt } = session;
    const credential: Credential = {
      type: 'session',
      id,
      hash,
      createdAt,
      expiresAt,
      csrfToken: csrfTokenOf(token),
    };
    const caller = await this.#callerOf(session, member, keyHash, ip);
    if (isUse) this.#touch(session, now);
    return { ...caller, credential };
  }

  /** Reads a session anew at its next use: for the process in which it was ended. */
  forget(hash: string): void {
    this.#known.delete(hash);
  }

  async #session(hash: string, now: number): Promise<StoredSession | undefined> {
    const known = this.#known.get(hash);
    if (known !== undefined && now - known.readAt < TRUSTED_MS && now >= known.readAt) return known.session;
    const session = await this.people.sessionByHash(hash);
    if (session === undefined) this.#known.delete(hash);
    else this.#known.set(hash, { session, readAt: now });
    return session;
  }

  #isOver({ id, expiresAt, lastUsedAt }: StoredSession, now: number): boolean {
    const usedAt = Math.max(lastUsedAt, this.#touched.get(id) ?? 0);
    return expiresAt <= now || usedAt + IDLE_MS <= now;
  }

  #callerOf(
    { owner, account, livemode }: StoredSession,
    member: StoredMember | null,
    keyHash: string | null,
    ip: string,
  ): Promise<Omit<Caller, 'credential'>> | Omit<Caller, 'credential'> {
    // A key that was revoked or rotated since is refused here, and one that is used from elsewhere.
    if (keyHash !== null) return this.keys.byHash(keyHash, ip);
    if (member === null) throw over();
    return personAs(owner, member, { account, livemode }, ip);
  }

  #touch({ id, lastUsedAt }: StoredSession, now: number): void {
    if (now - Math.max(lastUsedAt, this.#touched.get(id) ?? 0) < TOUCH_EVERY_MS) return;
    this.#touched.set(id, now);
    this.people.touchSession(id, now).catch((error: unknown) => {
      this.log.warn({ session: id, error: describeError(error) }, 'the use of a session could not be written');
    });
  }
}

/**
 * A member as a caller.
 *
 * @throws ApiError `unauthorized` for a member without a role in this mode, or who is disabled
 */
export function personAs(
  id: string,
  { name, role, status }: Pick<StoredMember, 'name' | 'role' | 'status'>,
  { account, livemode }: Tenant,
  ip: string,
): Omit<Caller, 'credential'> {
  const power = powerOfPerson({ role, status }, livemode);
  if (typeof power === 'string') throw new ApiError('unauthorized', 'You have no access any more.');
  return { ...power, keyId: id, account, livemode, actor: { type: 'user', id, name, ip } };
}

function over(): ApiError {
  return new ApiError('unauthorized', 'This session has ended: sign in again.');
}
