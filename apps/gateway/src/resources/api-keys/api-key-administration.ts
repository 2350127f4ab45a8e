import { ApiError, newId, type ApiKey, type QueryMap, found, invalid } from '@stablecoin/contracts';
import type { Json } from '@stablecoin/event-sourcing';
import type { Queries } from '@stablecoin/messaging';
import type {
  ApiKeyData,
  ApiKeyOutcomes,
  Authenticator,
  ApiKeyMessage,
  ApiKeys,
  StoredKey,
  AccessChanges,
  RequestPlan,
} from '@stablecoin/access';
import {
  ACCOUNT_LIMITS,
  apiKeyStreams,
  requireNotWider,
  markOf,
  newApiKeySecret,
  reachOfNewKey,
  type RequestContext,
  type WantedReach,
} from '@stablecoin/access';
import { commandMessage } from '../../application/command-message';
import type { Writes, Written } from '../../application/writes';

/** A key with its secret, which is shown once: null in a replay. */
export type ApiKeyWithSecret = ApiKey & { readonly key: string | null };

/** What a client says of a new key. */
export interface ApiKeyInput extends WantedReach {
  readonly name: string | null;
}

/** Manages the API keys of the account and mode of the calling key. */
export class ApiKeyAdministration {
  constructor(
    private readonly writes: Writes,
    private readonly keys: ApiKeys,
    private readonly outcomes: ApiKeyOutcomes,
    private readonly authenticator: Authenticator,
    private readonly queries: Queries<QueryMap>,
    private readonly changes: AccessChanges,
  ) {}

  /**
   * @throws ApiError `plan_required`, `insufficient_scope`: no key is issued that is wider than the caller's; `invalid_state`
   * when there are too many
   */
  async issue(context: RequestContext, input: ApiKeyInput): Promise<Written<ApiKeyWithSecret>> {
    const { caller, livemode } = context;
    const { name } = input;
    const { plan, scopes, expiresAt, ipAllowList, walletIds } = reachOfNewKey(input, caller);
    if (walletIds !== null) await this.#requireWallets(context, walletIds);
    if (expiresAt !== null && expiresAt <= context.at) throw invalid('expires_at', 'expires_at must be in the future.');
    const params = {
      name,
      plan,
      scopes: scopes.toSorted(),
      expiresAt,
      ipAllowList,
      ...(walletIds !== null && { walletIds }),
    };
    if (!(await this.writes.isRepeated(context, params))) await this.#requireRoom(context);
    const secret = newApiKeySecret(livemode);
    const mark = markOf(secret);
    const data: ApiKeyData = {
      keyId: newId('key', context.at),
      name,
      plan,
      scopes,
      expiresAt,
      ipAllowList,
      ...(walletIds !== null && { walletIds }),
    };
    const stream = apiKeyStreams.stream(mark.hash);
    const written = await this.#perform(context, params, data.keyId, {
      type: 'gateway.IssueApiKey',
      data: { stream, command: { ...data, ...mark, by: caller.keyId } },
    });
    return withSecret(written, secret);
  }

  /** @throws ApiError `not_found` */
  async rename(context: RequestContext, keyId: string, name: string | null): Promise<Written<ApiKey>> {
    const { stream } = await this.#existing(context, keyId);
    return this.#perform(context, { keyId, name }, keyId, {
      type: 'gateway.RenameApiKey',
      data: { stream, command: { name } },
    });
  }

  /**
   * Gives a key a new secret.
   *
   * @param expiresInS - for how many seconds the secret before is still taken; 0: it is void at once
   *
   * @throws ApiError `not_found`; `invalid_state` for a revoked key; and as {@link issue}, because the caller is shown
   * the secret
   */
  async rotate(context: RequestContext, keyId: string, expiresInS = 0): Promise<Written<ApiKeyWithSecret>> {
    const key = await this.#existing(context, keyId);
    requireNotWider(key, context.caller);
    if (key.revokedAt !== null) throw new ApiError('invalid_state', 'The key is revoked, so it cannot be rotated.');
    const secret = newApiKeySecret(context.livemode);
    const overlap = expiresInS === 0 ? {} : { previousUntil: context.at + expiresInS * 1_000 };
    const params = { keyId, ...(expiresInS === 0 ? {} : { expiresInS }) };
    const written = await this.#perform(context, params, keyId, {
      type: 'gateway.RotateApiKey',
      data: { stream: key.stream, command: { ...markOf(secret), by: context.caller.keyId, ...overlap } },
    });
    this.authenticator.forget(key.hash);
    this.changes.note(context, 'api_key.rotated', keyId);
    return withSecret(written, secret);
  }

  /**
   * Revokes a key, and with it the keys whose secrets it was shown, except those that the caller descends from. Also
   * answers for a key that is revoked already: its state is the answer.
   *
   * @throws ApiError `not_found`
   */
  async revoke(context: RequestContext, keyId: string): Promise<void> {
    const { stream, hash } = await this.#existing(context, keyId);
    const spared = await this.keys.ancestry(context, context.caller.keyId);
    const isRevoked = async (): Promise<boolean> => (await this.#existing(context, keyId)).revokedAt !== null;
    await this.writes.perform(context, {
      params: { keyId },
      plan: () => planOf(context, keyId, { type: 'gateway.RevokeApiKey', data: { stream, command: { spared } } }),
      outcome: async () => ({ applied: await isRevoked(), refusal: null }),
      read: () => Promise.resolve({}),
    });
    this.authenticator.forget(hash);
    this.changes.note(context, 'api_key.revoked', keyId);
  }

  #perform(
    context: RequestContext,
    params: Json,
    keyId: string,
    command: Pick<ApiKeyMessage, 'type' | 'data'>,
  ): Promise<Written<ApiKey>> {
    return this.writes.perform(context, {
      params,
      plan: () => planOf(context, keyId, command),
      outcome: ({ resources: [id = ''], requestId }) => this.outcomes.outcomeOf(context, id, requestId),
      read: async ({ resources: [id = keyId] }) => (await this.keys.get(context, id))?.shown ?? null,
    });
  }

  async #requireRoom(context: RequestContext): Promise<void> {
    const limit = ACCOUNT_LIMITS.apiKeys;
    if ((await this.keys.countUsable(context, context.at)) < limit) return;
    throw new ApiError('invalid_state', `Your account has ${limit} API keys, which is the limit: revoke one first.`);
  }

  /** Looked for side by side: there are few. */
  async #requireWallets({ account, livemode }: RequestContext, walletIds: readonly string[]): Promise<void> {
    const wallets = walletIds.map((id) => this.queries.ask('wallet.get', { account, livemode, id }));
    for (const [index, wallet] of (await Promise.all(wallets)).entries())
      found(wallet, 'wallet', `wallet_ids[${index}]`);
  }

  async #existing(context: RequestContext, id: string): Promise<StoredKey> {
    return found(await this.keys.get(context, id), 'API key').stored;
  }
}

function planOf(context: RequestContext, keyId: string, command: Pick<ApiKeyMessage, 'type' | 'data'>): RequestPlan {
  return { resources: [keyId], messages: [commandMessage<ApiKeyMessage>(context, { ...command, key: keyId })] };
}

function withSecret({ object, replayed }: Written<ApiKey>, secret: string): Written<ApiKeyWithSecret> {
  return { object: { ...object, key: replayed ? null : secret }, replayed };
}
