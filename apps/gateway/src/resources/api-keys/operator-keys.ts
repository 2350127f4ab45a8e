import { DEFAULT_SCOPES, newId, type Tenant } from '@stablecoin/contracts';
import type { Command } from '@stablecoin/event-sourcing';
import { ServiceComponents, ServiceHost, type ReadModel } from '@stablecoin/host';
import type { Runtime } from '@stablecoin/host';
import { CreateApiKeyBody } from './create-api-key';
import { apiKeyDecider, ApiKeyHandler, apiKeyStreams } from '../../domain/api-key';
import { requireScreened } from '../../auth/key-reach';
import { markOf, newApiKeySecret } from '../../auth/secret';
import { readInput } from '../../http/read-input';
import { apiKeyProjection, ApiKeys, createUseTable, type FoundKey } from '../../read-model/api-keys';
import type { GatewayTables } from '../../read-model/tables';
import { found, invalid } from '../../application/refusals';

const ACCOUNT = /^[a-z0-9_]{1,64}$/;

/**
 * API keys as the operator manages them, of every account and mode, without a gateway: on a data folder that no service
 * uses, or on servers beside the gateways. A gateway that runs learns of a change as it does of another gateway's.
 */
export class OperatorKeys {
  readonly #keys: ApiKeys;
  readonly #handler: ApiKeyHandler;
  readonly #readModel: ReadModel;
  readonly #components: ServiceComponents;

  private constructor(private readonly runtime: Runtime) {
    const host = new ServiceHost<GatewayTables>(runtime, 'gateway');
    this.#keys = new ApiKeys(host.db);
    this.#handler = host.commands(ApiKeyHandler, { decider: apiKeyDecider, durable: true });
    // Where a gateway leads, it keeps the read model; where none does, this brings it up to date.
    this.#readModel = host.readModel(apiKeyProjection, { isAwaited: true });
    const uses = { start: () => createUseTable(host.db), stop: () => undefined };
    this.#components = new ServiceComponents([uses, ...host.components()]);
  }

  /**
   * Opens the keys. Resolves when they can be read.
   *
   * @param runtime - stops what is started here when it is closed
   * @throws Error when the event store or the database is unreachable
   */
  static async open(runtime: Runtime): Promise<OperatorKeys> {
    const keys = new OperatorKeys(runtime);
    // A missing server is said at once: the parts would wait for it.
    await runtime.store.head();
    await createUseTable(runtime.database<GatewayTables>('gateway'));
    runtime.onStop('keys', () => keys.#components.beforeApplicationShutdown());
    await keys.#components.onApplicationBootstrap();
    return keys;
  }

  /**
   * Creates a key. Missing fields mean no restriction; the default plan is `scale`.
   *
   * @param fields - as in the body of `POST /api_keys`
   * @returns the key, and its secret, which is not stored
   * @throws ApiError `invalid_request` that names the field; `insufficient_scope` for a key that is bound to wallets and
   * would skip screening
   */
  async create(
    { account, livemode }: Tenant,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly id: string; readonly secret: string }> {
    if (!ACCOUNT.test(account)) throw invalid('account', 'account must be up to 64 of a-z, 0-9 and _.');
    const at = this.runtime.clock.now();
    const body = readInput(CreateApiKeyBody, fields);
    const expiresAt = body.expires_at === undefined ? null : Date.parse(body.expires_at);
    if (expiresAt !== null && expiresAt <= at) throw invalid('expires_at', 'expires_at must be in the future.');
    const secret = newApiKeySecret(livemode);
    const mark = markOf(secret);
    const data = {
      ...mark,
      keyId: newId('key', at),
      name: body.name ?? null,
      plan: body.plan ?? ('scale' as const),
      scopes: body.scopes ?? DEFAULT_SCOPES.filter((scope) => body.wallet_ids === undefined || scope !== 'keys:write'),
      expiresAt,
      ipAllowList: body.ip_allow_list ?? null,
      ...(body.wallet_ids !== undefined && { walletIds: body.wallet_ids }),
    };
    requireScreened({ scopes: data.scopes, walletIds: body.wallet_ids ?? null });
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
    return { id, at: this.runtime.clock.now(), correlationId: id, account, livemode };
  }
}
