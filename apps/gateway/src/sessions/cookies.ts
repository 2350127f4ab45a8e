import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MS } from '@stablecoin/access';

/** What a cookie is for. */
interface CookieKind {
  readonly name: string;
  /** `strict`: never sent with what another site has begun. `lax`: sent when the browser comes from there. */
  readonly sameSite: 'strict' | 'lax';
  readonly maxAgeS: number;
}

export const SESSION_COOKIE: CookieKind = { name: 'svc_session', sameSite: 'strict', maxAgeS: SESSION_MS / 1_000 };
/** Strict ones are missing when the browser comes back from the identity provider. */
export const SIGN_IN_COOKIE: CookieKind = { name: 'svc_sign_in', sameSite: 'lax', maxAgeS: 600 };

/** Longer than any cookie of ours: what is longer is not read. */
const COOKIE_HEADER_LENGTH_MAX = 8_192;

/** Sets and reads the cookies of the API. */
export class Cookies {
  /** @param publicUrl - what browsers reach the service by; null: as each request says */
  constructor(private readonly publicUrl: string | null) {}

  /** The value of a cookie; undefined: the request has none. */
  read({ name }: CookieKind, request: FastifyRequest): string | undefined {
    const { cookie } = request.headers;
    if (cookie === undefined || cookie.length > COOKIE_HEADER_LENGTH_MAX) return undefined;
    const value = parseCookie(cookie)[this.#nameOf(name, request)];
    return value === '' ? undefined : value;
  }

  /** @param value - null: removes it */
  set(kind: CookieKind, value: string | null, request: FastifyRequest, reply: FastifyReply): void {
    const header = stringifySetCookie({
      name: this.#nameOf(kind.name, request),
      value: value ?? '',
      path: '/',
      httpOnly: true,
      secure: this.#isSecure(request),
      sameSite: kind.sameSite,
      maxAge: value === null ? 0 : kind.maxAgeS,
    });
    void reply.header('set-cookie', header);
  }

  /**
   * Behind TLS the name has the prefix `__Host-`: browsers take such a cookie only from this very host, over TLS, for all
   * of its paths. No other site below the same domain can set one.
   */
  #nameOf(name: string, request: FastifyRequest): string {
    return this.#isSecure(request) ? `__Host-${name}` : name;
  }

  #isSecure({ protocol }: FastifyRequest): boolean {
    return this.publicUrl === null ? protocol === 'https' : this.publicUrl.startsWith('https:');
  }
}
