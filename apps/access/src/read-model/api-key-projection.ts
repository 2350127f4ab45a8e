import { changeTables } from '@stablecoin/event-sourcing';
import type { Projection, StoredEvent } from '@stablecoin/event-sourcing';
import type { Kysely, Transaction } from 'kysely';
import { SCOPES_VERSION, scopesOf, type ApiKeyEvent, apiKeyStreams } from '../domain/api-key';
import { endedWith, revokeChildren, rotate } from './key-lineage';
import type { AccessTables } from './tables';

/** One row per key, from its stream. */
export const apiKeyProjection: Projection<AccessTables, ApiKeyEvent> = {
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
export async function createUseTable(db: Kysely<AccessTables>): Promise<void> {
  await changeTables(db, ({ schema }) =>
    schema
      .createTable('api_key_uses')
      .ifNotExists()
      .addColumn('key_id', 'text', (column) => column.primaryKey())
      .addColumn('last_used_at', 'bigint', (column) => column.notNull())
      .execute(),
  );
}

async function applyOne(event: StoredEvent<ApiKeyEvent>, trx: Transaction<AccessTables>): Promise<void> {
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

async function addShownTo(stream: string, by: string, trx: Transaction<AccessTables>): Promise<void> {
  const key = trx.selectFrom('api_keys').select('shown_to').where('stream', '=', stream);
  const { shown_to: before } = await key.executeTakeFirstOrThrow();
  const shownTo = JSON.stringify([...new Set([...(JSON.parse(before) as string[]), by])]);
  await trx.updateTable('api_keys').set({ shown_to: shownTo }).where('stream', '=', stream).execute();
}
