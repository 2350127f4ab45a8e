import { pageFrom } from '@stablecoin/contracts';
import type { ApiKey, Page, PageRequest, Plan, Scope, Tenant } from '@stablecoin/contracts';
import type { Kysely, Selectable } from 'kysely';
import type { AccessTables, ApiKeyRow } from './tables';

/** A key as it is checked and shown. */
export interface StoredKey extends Tenant {
  readonly keyId: string;
  readonly name: string | null;
  readonly stream: string;
  /** Of the secret that is valid now, or of the one that was looked for. */
  readonly hash: string;
  /** When that secret is refused because of a rotation; null: it is the one that is valid now. */
  readonly replacedAt: number | null;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  readonly expiresAt: number | null;
  readonly ipAllowList: readonly string[] | null;
  readonly walletIds: readonly string[] | null;
  readonly revokedAt: number | null;
}

/** A key, as it is checked and as it is shown. */
export interface FoundKey {
  readonly stored: StoredKey;
  readonly shown: ApiKey;
}

/** Keys that are bound to wallets, of which one may have made a payment that is looked for by its idempotency key. */
const BOUND_KEYS_MAX = 100;

/** The questions on the table. */
export class ApiKeys {
  constructor(private readonly db: Kysely<AccessTables>) {}

  /** Whether there is a key, or was one: those that were revoked stay. */
  async haveEverBeen(): Promise<boolean> {
    return (await this.db.selectFrom('api_keys').select('hash').limit(1).executeTakeFirst()) !== undefined;
  }

  /** The key whose secret has that hash, whatever its state. */
  async byHash(hash: string): Promise<StoredKey | undefined> {
    const rows = this.db.selectFrom('api_keys').selectAll();
    const row = await rows.where('hash', '=', hash).executeTakeFirst();
    if (row !== undefined) return toStored(row);
    const rotated = await rows.where('previous_hash', '=', hash).executeTakeFirst();
    return rotated === undefined ? undefined : { ...toStored(rotated), hash, replacedAt: rotated.previous_until };
  }

  /** Keys of a tenant that are neither revoked nor expired. */
  async countUsable({ account, livemode }: Tenant, now: number): Promise<number> {
    const { count } = await this.db
      .selectFrom('api_keys')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('account', '=', account)
      .where('livemode', '=', Number(livemode))
      .where('revoked_at', 'is', null)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** A key of a tenant. */
  async get(tenant: Tenant, id: string): Promise<FoundKey | undefined> {
    const row = await this.#rows(tenant).where('id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : toFound(row);
  }

  /** The keys of every account and mode, or of those that are named, the newest first. For the operator alone. */
  async ofEveryTenant(of: Partial<Tenant> & { readonly id?: string }): Promise<readonly FoundKey[]> {
    const { account, livemode, id } = of;
    const rows = await this.#all()
      .$if(account !== undefined, (query) => query.where('account', '=', account ?? ''))
      .$if(livemode !== undefined, (query) => query.where('livemode', '=', Number(livemode)))
      .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toFound);
  }

  /** The key itself, and every key whose holder knows its secret, or could have learned it on the way. */
  async principalsOf(tenant: Tenant, id: string): Promise<readonly string[]> {
    const line = new Set([id]);
    // A set takes what is added while it is walked, so that the walk ends when nothing new is found.
    for (const each of line) {
      const row = await this.#rows(tenant).where('id', '=', each).executeTakeFirst();
      for (const before of JSON.parse(row?.shown_to ?? '[]') as string[]) line.add(before);
    }
    return [...line];
  }

  /** The key itself, and the keys that were shown its present secret, up to the one that the operator has made. */
  async ancestry(tenant: Tenant, id: string): Promise<readonly string[]> {
    const line: string[] = [];
    for (let next: string | null = id; next !== null && !line.includes(next);) {
      line.push(next);
      const row: { secret_by: string | null } | undefined = await this.#rows(tenant)
        .where('id', '=', next)
        .executeTakeFirst();
      next = row?.secret_by ?? null;
    }
    return line;
  }

  /** The wallets of each key of a tenant that is bound to some; the newest first. */
  async walletBindings(tenant: Tenant): Promise<readonly (readonly string[])[]> {
    const bound = await this.#rows(tenant)
      .where('wallet_ids', 'is not', null)
      .orderBy('id', 'desc')
      .limit(BOUND_KEYS_MAX)
      .execute();
    return bound.map((row) => listOrNull(row.wallet_ids) ?? []);
  }

  /** The newest first. */
  async list({ limit, startingAfter, ...tenant }: PageRequest): Promise<Page<ApiKey>> {
    const rows = await this.#rows(tenant)
      .$if(startingAfter !== null, (query) => query.where('id', '<', startingAfter))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    return pageFrom(rows, limit, toShown);
  }

  #rows({ account, livemode }: Tenant) {
    return this.#all().where('account', '=', account).where('livemode', '=', Number(livemode));
  }

  #all() {
    return this.db
      .selectFrom('api_keys')
      .leftJoin('api_key_uses', 'api_key_uses.key_id', 'api_keys.id')
      .selectAll('api_keys')
      .select('api_key_uses.last_used_at');
  }
}

function toFound(row: Selectable<ApiKeyRow> & { readonly last_used_at: number | null }): FoundKey {
  return { stored: toStored(row), shown: toShown(row) };
}

function toStored(row: Selectable<ApiKeyRow>): StoredKey {
  return {
    keyId: row.id,
    name: row.name,
    stream: row.stream,
    hash: row.hash,
    replacedAt: null,
    account: row.account,
    livemode: row.livemode === 1,
    plan: row.plan,
    scopes: JSON.parse(row.scopes) as Scope[],
    expiresAt: row.expires_at,
    ipAllowList: listOrNull(row.ip_allow_list),
    walletIds: listOrNull(row.wallet_ids),
    revokedAt: row.revoked_at,
  };
}

function toShown(row: Selectable<ApiKeyRow> & { readonly last_used_at: number | null }): ApiKey {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    scopes: JSON.parse(row.scopes) as Scope[],
    livemode: row.livemode === 1,
    last4: row.last4,
    expires_at: isoOrNull(row.expires_at),
    ip_allow_list: listOrNull(row.ip_allow_list),
    wallet_ids: listOrNull(row.wallet_ids),
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: isoOrNull(row.last_used_at),
    revoked_at: isoOrNull(row.revoked_at),
  };
}

function listOrNull(json: string | null): readonly string[] | null {
  return json === null ? null : (JSON.parse(json) as string[]);
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
