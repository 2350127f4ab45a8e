import type { Actor, Tenant } from '@stablecoin/contracts';
import type { Clock } from '@stablecoin/event-sourcing';
import { ApiError } from '@stablecoin/contracts';
import { BoundedMap } from '@stablecoin/host';
import type { StoredKey } from '../read-model/api-keys';
import { IpAllowList } from './power/ip-allow-list';
import { powerOfKey, type Power } from './power/power';
import { markOf } from './secret';

/** What a request shows who sends it with. */
export type Credential =
  | {
      readonly type: 'key';
      /** SHA-256 of the API key. */
      readonly hash: string;
    }
  | {
      readonly type: 'session';
      readonly id: string;
      /** SHA-256 of the session's token. */
      readonly hash: string;
      readonly csrfToken: string;
      readonly createdAt: number;
      readonly expiresAt: number;
    };

/** Who sends a request, by the API key or session that it carries, and what that allows. */
export interface Caller extends Tenant, Power {
  /** Id of the API key; of a person the id of the member. */
  readonly keyId: string;
  readonly credential: Credential;
  /** As the events of the request name it. */
  readonly actor: Actor;
}

/** A key that exists, and that a request may not use: the cause of an error, for the audit log alone. */
export class RefusedKey {
  readonly account: string;
  readonly livemode: boolean;

  constructor(
    { account, livemode }: Tenant,
    readonly actor: Actor,
    readonly reason: 'revoked' | 'expired' | 'address_not_allowed' | 'not_confirmed',
  ) {
    this.account = account;
    this.livemode = livemode;
  }
}

interface Known {
  readonly key:
    | (StoredKey & { readonly caller: Omit<Caller, 'actor' | 'credential'>; readonly allowList: IpAllowList | null })
    | null;
  readonly readAt: number;
}

const BEARER = /^Bearer +(\S{1,256})$/i;
/** A key that was revoked anywhere is refused here within a second; half of it leaves room to read. */
const TRUSTED_MS = 500;
const KEYS_IN_MEMORY = 10_000;

/**
 * Finds out who sends a request. Keys are read from the read model and trusted for half a second, so that a key costs
 * two reads a second however often it is used.
 */
export class Authenticator {
  readonly #known = new BoundedMap<string, Known>(KEYS_IN_MEMORY);
  readonly #reading = new Map<string, Promise<Known>>();

  constructor(
    private readonly keys: { byHash(hash: string): Promise<StoredKey | undefined> },
    private readonly clock: Clock,
    /** Ids of keys that nobody has confirmed since a restore. */
    private readonly held: ReadonlySet<string> = new Set(),
  ) {}

  /** Keys that are kept in memory now. */
  get size(): number {
    return this.#known.size;
  }

  /**
   * @param authorization - the header's value
   * @param ip - where the request comes from
   * @throws ApiError `unauthorized`: no key, no such key, revoked, expired, or not from that address. Which of them it
   * was is only told to the holder of a real key.
   */
  async authenticate(authorization: string | undefined, ip: string): Promise<Caller> {
    const secret = BEARER.exec(authorization ?? '')?.[1];
    if (secret === undefined) {
      throw unauthorized('Send your API key in the Authorization header: "Bearer svc_test_…" or "Bearer svc_live_…".');
    }
    return this.byHash(markOf(secret).hash, ip);
  }

  /**
   * @param hash - SHA-256 of the API key
   * @throws ApiError as {@link authenticate} does
   */
  async byHash(hash: string, ip: string): Promise<Caller> {
    const now = this.clock.now();
    const cached = this.#known.get(hash);
    const { key } = cached !== undefined && isFresh(cached, now) ? cached : await this.#read(hash, now);
    if (key === null) throw unauthorized('This API key does not exist.');
    const actor: Actor = { type: 'key', id: key.keyId, name: key.name, ip };
    const refused = (reason: RefusedKey['reason'], message: string): ApiError =>
      unauthorized(message, new RefusedKey(key, actor, reason));
    if (key.replacedAt !== null && key.replacedAt <= now) throw unauthorized('This API key does not exist.');
    if (key.revokedAt !== null) throw refused('revoked', 'This API key is revoked.');
    if (this.held.has(key.keyId)) throw refused('not_confirmed', 'This API key has to be confirmed by the operator.');
    if (key.expiresAt !== null && key.expiresAt <= now) throw refused('expired', 'This API key is expired.');
    if (key.allowList?.allows(ip) === false) {
      throw refused('address_not_allowed', 'This API key must not be used from this address.');
    }
    return { ...key.caller, credential: { type: 'key', hash }, actor };
  }

  /** Reads a key anew at its next use: for the process in which it was changed. */
  forget(hash: string): void {
    this.#known.delete(hash);
    this.#reading.delete(hash);
  }

  /** Requests that come while a key is being read wait for the same answer. */
  #read(hash: string, now: number): Promise<Known> {
    const reading = this.#reading.get(hash);
    if (reading !== undefined) return reading;
    const started = this.#load(hash, now).finally(() => {
      if (this.#reading.get(hash) === started) this.#reading.delete(hash);
    });
    this.#reading.set(hash, started);
    return started;
  }

  async #load(hash: string, now: number): Promise<Known> {
    const stored = await this.keys.byHash(hash);
    // Nothing is kept of a key that is not there: it may be made the next moment, and guesses would fill the memory.
    if (stored === undefined) return { key: null, readAt: now };
    const { keyId, account, livemode, ipAllowList } = stored;
    const caller = { ...powerOfKey(stored), keyId, account, livemode };
    const allowList = ipAllowList === null ? null : new IpAllowList(ipAllowList);
    const known: Known = { key: { ...stored, caller, allowList }, readAt: now };
    this.#known.set(hash, known);
    return known;
  }
}

function isFresh({ readAt }: Known, now: number): boolean {
  return now - readAt < TRUSTED_MS && now >= readAt;
}

function unauthorized(message: string, cause?: RefusedKey): ApiError {
  return new ApiError('unauthorized', message, { cause });
}
