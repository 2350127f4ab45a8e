import type { ApiKey, Page, PageRequest, Plan, Scope, Tenant } from '@stablecoin/contracts';
import { changeTables } from '@stablecoin/event-sourcing';
import type { Projection, StoredEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { SCOPES_VERSION, scopesOf, type ApiKeyEvent, apiKeyStreams } from '../domain/api-key';
import { keyScopeOf } from '../idempotency/key-scope';
import { endedWith, revokeChildren, rotate } from './key-lineage';
import type { ApiKeyRow, GatewayTables } from './tables';

/** One row per key, from its stream. */
export const apiKeyProjection: Projection<GatewayTables, ApiKeyEvent> = {
  name: 'api_keys',
  // Rows hold the scopes as they are divided now.
  version: 3 + SCOPES_VERSION,
  streams: [apiKeyStreams],
  tables: ['api_keys'],

  async createTables(db) {
    await db.schema
      .createTable('api_keys')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('stream', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull().unique())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('livemode', 'integer', (column) => column.notNull())
      .addColumn('name', 'text')
      .addColumn('plan', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('last4', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('ip_allow_list', 'text')
      .addColumn('wallet_ids', 'text')
      .addColumn('shown_to', 'text', (column) => column.notNull())
      .addColumn('secret_by', 'text')
      .addColumn('previous_hash', 'text')
      .addColumn('previous_by', 'text')
      .addColumn('previous_until', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('api_keys_by_tenant')
      .ifNotExists()
      .on('api_keys')
      .columns(['account', 'livemode', 'id'])
      .execute();
    for (const column of ['previous_hash', 'secret_by', 'previous_by'] as const) {
      await db.schema
        .createIndex(`api_keys_by_${column}`)
        .ifNotExists()
        .on('api_keys')
        .column(column)
        .where(column, 'is not', null)
        .execute();
    }
  },

  // Keys are made and changed by hand, so that a statement per event is cheap enough.
  async apply(events, trx) {
    for (const event of events) await applyOne(event, trx);
  },
};

/** Creates the table that is not a projection. */
export async function createUseTable(db: Kysely<GatewayTables>): Promise<void> {
  await changeTables(db, ({ schema }) =>
    schema
      .createTable('api_key_uses')
      .ifNotExists()
      .addColumn('key_id', 'text', (column) => column.primaryKey())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .execute(),
  );
}

async function applyOne(event: StoredEvent<ApiKeyEvent>, trx: Transaction<GatewayTables>): Promise<void> {
  const row = trx.updateTable('api_keys').where('stream', '=', event.stream);
  switch (event.type) {
    case 'ApiKeyIssued': {
      const { keyId, name, plan, hash, last4, expiresAt, ipAllowList, walletIds, issuedAt, by } = event.data;
      await trx
        .insertInto('api_keys')
        .values({
          name,
          plan,
          hash,
          last4,
          id: keyId,
          stream: event.stream,
          account: event.metadata.account,
          livemode: Number(event.metadata.livemode),
          scopes: JSON.stringify(scopesOf(event.data)),
          expires_at: expiresAt,
          ip_allow_list: ipAllowList === null ? null : JSON.stringify(ipAllowList),
          wallet_ids: walletIds === undefined ? null : JSON.stringify(walletIds),
          shown_to: JSON.stringify(by === undefined ? [] : [by]),
          secret_by: by ?? null,
          previous_hash: null,
          previous_by: null,
          previous_until: null,
          created_at: issuedAt,
          revoked_at: await endedWith(by, trx),
        })
        .execute();
      return;
    }
    case 'ApiKeyRenamed':
      await row.set({ name: event.data.name }).execute();
      return;
    case 'ApiKeyRotated':
      await rotate(event.stream, event.data, trx);
      if (event.data.by !== undefined) await addShownTo(event.stream, event.data.by, trx);
      return;
    case 'ApiKeyRevoked': {
      const { revokedAt, spared } = event.data;
      await row.set({ revoked_at: revokedAt }).execute();
      if (spared !== undefined) await revokeChildren(event.stream, { revokedAt, spared }, trx);
      return;
    }
    case 'CommandRefused':
      return;
  }
}

async function addShownTo(stream: string, by: string, trx: Transaction<GatewayTables>): Promise<void> {
  const key = trx.selectFrom('api_keys').select('shown_to').where('stream', '=', stream);
  const { shown_to: before } = await key.executeTakeFirstOrThrow();
  const shownTo = JSON.stringify([...new Set([...(JSON.parse(before) as string[]), by])]);
  await trx.updateTable('api_keys').set({ shown_to: shownTo }).where('stream', '=', stream).execute();
}

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
const KEY_SCOPES_MAX = 100;

/** The questions on the table. */
export class ApiKeys {
  constructor(private readonly db: Kysely<GatewayTables>) {}

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

  /** What the keys of a tenant that are bound to wallets count their idempotency keys within; the newest first. */
  async keyScopes(tenant: Tenant): Promise<readonly string[]> {
    const bound = await this.#rows(tenant)
      .where('wallet_ids', 'is not', null)
      .orderBy('id', 'desc')
      .limit(KEY_SCOPES_MAX)
      .execute();
    const scopes = bound.map((row) => keyScopeOf({ walletIds: new Set(toStored(row).walletIds) }));
    return [...new Set(scopes)].filter((scope) => scope !== null);
  }

  /** The newest first. */
  async list({ limit, startingAfter, ...tenant }: PageRequest): Promise<Page<ApiKey>> {
    const rows = await this.#rows(tenant)
      .$if(startingAfter !== null, (query) => query.where('id', '<', startingAfter))
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    return { data: page.map(toShown), has_more: hasMore, next_cursor: hasMore ? (page.at(-1)?.id ?? null) : null };
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
