import { ApiError, newId } from '@stablecoin/contracts';
import type { ReadModel } from '@stablecoin/host';
import type { Caller } from './authenticator';
import type { SessionAuthenticator } from './session-authenticator';
import { csrfTokenOf, hashOfToken, newSessionToken } from './session-token';
import { SESSION_MS, type SessionCommand, type SignInRefusal, sessionsStreams } from '../domain/sessions';
import { type SessionsHandler } from './handlers';
import type { RequestContext } from './request-context';

/** A session that has begun, and the token that is nowhere else. */
export interface NewSession {
  readonly token: string;
  readonly caller: Caller;
}

/** Whose session it is, and which request it is about. */
type Owner = Pick<RequestContext, 'requestId' | 'at'> & { readonly caller: Omit<Caller, 'credential'> };

type Refused = Pick<RequestContext, 'requestId' | 'at' | 'account' | 'livemode'> & Pick<Caller, 'actor'>;

/** Starts and ends sessions. */
export class Sessions {
  constructor(
    private readonly handler: Pick<SessionsHandler, 'handle'>,
    private readonly readModel: Pick<ReadModel, 'waitFor'>,
    private readonly authenticator: Pick<SessionAuthenticator, 'forget'>,
  ) {}

  /** @param keyHash - of the API key that is exchanged; null: a person has signed in */
  async start(owner: Owner, keyHash: string | null): Promise<NewSession> {
    const { caller, at } = owner;
    const token = newSessionToken();
    const hash = hashOfToken(token);
    const id = newId('ses', at);
    const expiresAt = Math.min(at + SESSION_MS, caller.expiresAt ?? Infinity);
    await this.#perform(owner, { type: 'StartSession', data: { sessionId: id, hash, keyHash, expiresAt } });
    const credential = { type: 'session', id, hash, csrfToken: csrfTokenOf(token), createdAt: at, expiresAt } as const;
    return { token, caller: { ...caller, credential } };
  }

  /** @throws ApiError `not_found` where the request carries an API key and no session */
  async end(context: RequestContext): Promise<string> {
    const { credential } = context.caller;
    if (credential.type === 'key') {
      throw new ApiError('not_found', 'There is no session: this request carries an API key.');
    }
    await this.#perform(context, { type: 'EndSession', data: { sessionId: credential.id } });
    this.authenticator.forget(credential.hash);
    return credential.id;
  }

  /** Ends all of the caller's sessions, of every browser. */
  async endAll(context: RequestContext): Promise<void> {
    const { credential } = context.caller;
    await this.#perform(context, { type: 'EndSessions', data: null });
    if (credential.type === 'session') this.authenticator.forget(credential.hash);
  }

  /** Records that a person was not let in. */
  async refuse(refused: Refused, reason: SignInRefusal): Promise<void> {
    const { position } = await this.#handle(refused, { type: 'RefuseSignIn', data: { reason } });
    // Then the member is there to be given a role.
    await this.readModel.waitFor(position);
  }

  async #perform(owner: Owner, command: Pick<SessionCommand, 'type' | 'data'>): Promise<void> {
    const { caller, requestId, at } = owner;
    const { account, livemode, actor } = caller;
    const { position } = await this.#handle({ requestId, at, account, livemode, actor }, command);
    // Not before, because gateways look there.
    await this.readModel.waitFor(position);
  }

  #handle({ requestId, at, account, livemode, actor }: Refused, command: Pick<SessionCommand, 'type' | 'data'>) {
    return this.handler.handle(sessionsStreams.stream(actor.id), {
      id: requestId,
      at,
      correlationId: requestId,
      account,
      livemode,
      actor,
      ...command,
    } as SessionCommand);
  }
}
