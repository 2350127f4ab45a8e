import { hash } from 'node:crypto';
import { ApiError, newId, type Actor, describeError, invalid } from '@stablecoin/contracts';
import { FIRST_ACCOUNT, type OidcSettings } from '@stablecoin/host';
import type { SecretBox } from '@stablecoin/security';
import type { Log, Meter } from '@stablecoin/event-sourcing';
import { roleOf, type MemberState, memberStreams } from '../domain/member';
import { type MemberHandler } from './handlers';
import type { NewSession, Sessions } from './sessions';
import { powerOfPerson } from './power/power';
import type { SignInRefusal } from '../domain/sessions';
import { claimedRole, claimOf, textClaim } from './claims';
import type { Challenge, Claims, SignInProvider } from './sign-in-provider';

/** What the browser keeps, sealed, while it is at the provider. */
interface Begun extends Challenge {
  readonly livemode: boolean;
  readonly returnTo: string;
  readonly expiresAt: number;
}

/** A request, as far as it matters here. */
export interface SignInRequest {
  readonly requestId: string;
  readonly at: number;
  readonly ip: string;
}

/** How long somebody may take at the provider. */
const BEGUN_MS = 600_000;
const ACCOUNT = /^[a-z0-9_]{1,64}$/;

const REFUSALS: Readonly<Record<SignInRefusal, string>> = {
  no_role: 'You are known, but have no role yet: ask an administrator to assign one.',
  role_not_for_live_mode: 'Your role is for the sandbox only: sign in without livemode.',
  disabled: 'Your access is disabled: ask an administrator.',
};

/** Signs people in by the operator's OpenID Connect provider. */
export class PersonSignIn {
  constructor(
    private readonly provider: SignInProvider,
    private readonly settings: OidcSettings,
    private readonly secrets: SecretBox,
    private readonly members: MemberHandler,
    private readonly sessions: Sessions,
    private readonly log: Log,
    private readonly meter: Meter,
  ) {}

  /** @returns where the browser goes, and what it keeps for {@link finish} */
  async begin(
    { livemode, returnTo }: Pick<Begun, 'livemode' | 'returnTo'>,
    at: number,
  ): Promise<{ readonly url: string; readonly kept: string }> {
    const challenge = this.provider.challenge();
    const url = await this.provider.authorizationUrl(challenge);
    const begun: Begun = { ...challenge, livemode, returnTo, expiresAt: at + BEGUN_MS };
    return { url, kept: this.secrets.seal(JSON.stringify(begun), 'sign-in') };
  }

  /**
   * @param query - of the callback, as the provider made it
   * @param kept - by the browser since {@link begin}
   * @throws ApiError `invalid_request`: this browser has begun no such sign-in; `unauthorized`: the provider, or its answer,
   * does not let the person in; `insufficient_scope`: the person has no role
   */
  async finish(
    query: string,
    kept: string | undefined,
    request: SignInRequest,
  ): Promise<NewSession & { readonly returnTo: string }> {
    try {
      const begun = this.#begun(query, kept, request);
      const claims = await this.provider.claims(query, begun);
      const session = await this.#signIn(claims, begun.livemode, request);
      return { ...session, returnTo: begun.returnTo };
    } catch (error) {
      const reason = error instanceof ApiError ? error.code : 'internal_error';
      this.meter.count('gateway_sign_ins_refused_total', { reason });
      this.log.warn({ request_id: request.requestId, error: describeError(error) }, 'a sign-in was refused');
      throw error;
    }
  }

  #begun(query: string, kept: string | undefined, { at }: SignInRequest): Begun {
    const begun = kept === undefined ? null : this.#open(kept);
    const state = new URLSearchParams(query).get('state');
    if (begun === null || begun.expiresAt <= at || begun.state !== state) {
      throw invalid('state', 'This browser has not begun this sign-in, or too long ago: start again.');
    }
    return begun;
  }

  /** What was changed, or sealed for something else, was never begun. */
  #open(kept: string): Begun | null {
    try {
      return JSON.parse(this.secrets.open(kept, 'sign-in')) as Begun;
    } catch {
      return null;
    }
  }

  async #signIn(claims: Claims, livemode: boolean, request: SignInRequest): Promise<NewSession> {
    const { roleClaim } = this.settings;
    const { requestId, at, ip } = request;
    const account = this.#accountOf(claims);
    const tenant = { account, livemode };
    const identity = { issuer: claims.iss, subject: claims.sub };
    const stream = memberStreams.stream(
      hash('sha256', JSON.stringify([account, livemode, claims.iss, claims.sub]), 'hex'),
    );
    const person = {
      name: textClaim(claims, 'name') ?? textClaim(claims, 'email'),
      email: textClaim(claims, 'email'),
      claimedRole: roleClaim === null ? null : claimedRole(claims, roleClaim),
    };
    const memberId = (await this.#member(stream))?.memberId ?? newId('usr', at);
    await this.members.handle(stream, {
      id: requestId,
      at,
      correlationId: requestId,
      ...tenant,
      actor: { type: 'user', id: memberId, name: person.name, ip },
      type: 'IdentifyMember',
      data: { ...person, ...identity, memberId },
    });
    const member = await this.#member(stream);
    // Whoever was faster has named the member.
    const id = member?.memberId ?? memberId;
    const actor: Actor = { type: 'user', id, name: person.name, ip };
    const role = member === undefined ? null : roleOf(member);
    const power = powerOfPerson({ role, status: member?.status ?? 'active' }, livemode);
    if (typeof power === 'string') {
      await this.sessions.refuse({ requestId, at, ...tenant, actor }, power);
      throw new ApiError('insufficient_scope', REFUSALS[power]);
    }
    const caller = { ...power, ...tenant, keyId: id, actor };
    return this.sessions.start({ requestId, at, caller }, null);
  }

  #member(stream: string): Promise<MemberState | undefined> {
    return this.members.query(stream, (state) => state);
  }

  /** Never a guess: an account that cannot be read is nobody's. */
  #accountOf(claims: Claims): string {
    const { accountClaim } = this.settings;
    const account = accountClaim === null ? FIRST_ACCOUNT : claimOf(claims, accountClaim);
    if (typeof account === 'string' && ACCOUNT.test(account)) return account;
    const message = `The identity provider names no account in the claim ${String(accountClaim)}.`;
    throw new ApiError('insufficient_scope', message);
  }
}

/** @throws ApiError `not_found` where the operator has named no provider */
export function configured(signIn: PersonSignIn | null): PersonSignIn {
  if (signIn !== null) return signIn;
  throw new ApiError('not_found', 'This service has no identity provider: sign in with an API key.');
}
