import { DEFAULT_SCOPES, found, invalid, newId, type Plan, type Scope, type Tenant } from '@stablecoin/contracts';
import type { Clock, Command } from '@stablecoin/event-sourcing';
import type { ReadModel, ServiceHost } from '@stablecoin/host';
import { apiKeyDecider, apiKeyStreams } from '../domain/api-key';
import { ApiKeyHandler } from './handlers';
import { apiKeyProjection } from '../read-model/api-key-projection';
import { ApiKeys, type FoundKey } from '../read-model/api-keys';
import type { AccessTables } from '../read-model/tables';
import { scopesOfNewKey } from './power/power';
import { requireScreened } from './power/within';
import { markOf, newApiKeySecret } from './secret';

const ACCOUNT = /^[a-z0-9_]{1,64}$/;

/** The fields of a key in the body of `POST /api_keys`. */
export interface ApiKeyFields {
  readonly name?: string;
  readonly plan?: Plan;
  readonly scopes?: readonly Scope[];
  readonly expires_at?: string;
  readonly ip_allow_list?: readonly string[];
  readonly wallet_ids?: readonly string[];
}

/**
 * API keys as the operator manages them, of every account and mode, without a gateway: on a data folder that no service
 * uses, or on servers beside the gateways. A gateway that runs learns of a change as it does of another gateway's.
 */
export class OperatorKeys {
  readonly #clock: Clock;
  readonly #keys: ApiKeys;
  readonly #handler: ApiKeyHandler;
  readonly #readModel: ReadModel;

  /** @param host - whose components are started before the first use */
  constructor(host: ServiceHost<AccessTables>) {
    this.#clock = host.clock;
    this.#keys = new ApiKeys(host.db);
    this.#handler = host.commands(ApiKeyHandler, { decider: apiKeyDecider, durable: true });
    // Where a gateway leads, it keeps the read model; where none does, this brings it up to date.
    this.#readModel = host.readModel(apiKeyProjection, { isAwaited: true });
  }

  /**
   * Creates a key. Missing fields mean no restriction; the default plan is `scale`.
   *
   * @returns the key, and its secret, which is not stored
   * @throws ApiError `invalid_request` that names the field; `insufficient_scope` for a key that is bound to wallets and
   * would skip screening
   */
  async create(
    { account, livemode }: Tenant,
    fields: ApiKeyFields,
  ): Promise<{ readonly id: string; readonly secret: string }> {
    if (!ACCOUNT.test(account)) throw invalid('account', 'account must be up to 64 of a-z, 0-9 and _.');
    const at = this.#clock.now();
    const expiresAt = fields.expires_at === undefined ? null : Date.parse(fields.expires_at);
    if (expiresAt !== null && expiresAt <= at) throw invalid('expires_at', 'expires_at must be in the future.');
    const secret = newApiKeySecret(livemode);
    const mark = markOf(secret);
    const { wallet_ids: walletIds } = fields;
    const data = {
      ...mark,
      keyId: newId('key', at),
      name: fields.name ?? null,
      plan: fields.plan ?? ('scale' as const),
      scopes: fields.scopes ?? scopesOfNewKey(DEFAULT_SCOPES, walletIds ?? null),
      expiresAt,
      ipAllowList: fields.ip_allow_list ?? null,
      ...(walletIds !== undefined && { walletIds }),
    };
    requireScreened({ scopes: data.scopes, walletIds: walletIds ?? null });
    const { position } = await this.#handler.handle(apiKeyStreams.stream(mark.hash), {
      ...this.#envelope(`operator:issue:${mark.hash}`, { account, livemode }),
      type: 'IssueApiKey',
      data,
    });
    // The key exists, so its secret is returned even if the read model lags.
    await this.#readModel.waitFor(position).catch(() => undefined);
    return { id: data.keyId, secret };
  }

  /** The newest first, revoked ones included. */
  list(of: Partial<Tenant> = {}): Promise<readonly FoundKey[]> {
    return this.#keys.ofEveryTenant(of);
  }

  /**
   * Revokes a key, and the keys whose secrets it was shown. Revoking it again has no effect.
   *
   * @returns the key after the revocation
   * @throws ApiError `not_found`
   */
  async revoke(id: string): Promise<FoundKey> {
    const { stored } = await this.#one(id);
    const { position } = await this.#handler.handle(stored.stream, {
      ...this.#envelope(`operator:revoke:${id}`, stored),
      type: 'RevokeApiKey',
      data: { spared: [] },
    });
    // Not before, because gateways look there.
    await this.#readModel.waitFor(position);
    return this.#one(id);
  }

  async #one(id: string): Promise<FoundKey> {
    const [key] = await this.#keys.ofEveryTenant({ id });
    return found(key, 'API key');
  }

  #envelope(id: string, { account, livemode }: Tenant): Omit<Command, 'type' | 'data'> {
    return { id, at: this.#clock.now(), correlationId: id, account, livemode };
  }
}
