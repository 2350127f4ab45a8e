import type { Kysely } from 'kysely';
import type { ComplianceTables } from './tables';

export async function createScreeningsTable(db: Kysely<ComplianceTables>): Promise<void> {
  await db.schema
    .createTable('screenings')
    .ifNotExists()
    .addColumn('ref', 'varchar(30)', (column) => column.primaryKey())
    .addColumn('stream', 'varchar(80)', (column) => column.notNull())
    .addColumn('account', 'varchar(64)', (column) => column.notNull())
    .addColumn('livemode', 'integer', (column) => column.notNull())
    .addColumn('subject', 'varchar(200)', (column) => column.notNull())
    .addColumn('owner', 'varchar(64)')
    .addColumn('names', 'text')
    .addColumn('status', 'varchar(10)', (column) => column.notNull())
    .addColumn('result', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('completed_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('paid_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('screenings_by_stream')
    .ifNotExists()
    .on('screenings')
    .columns(['stream', 'ref'])
    .execute();
  await db.schema
    .createIndex('screenings_by_subject')
    .ifNotExists()
    .on('screenings')
    .columns(['account', 'livemode', 'subject', 'ref'])
    .execute();
  await db.schema
    .createIndex('screenings_by_owner')
    .ifNotExists()
    .on('screenings')
    .columns(['account', 'livemode', 'owner', 'ref'])
    .execute();
  await db.schema
    .createIndex('screenings_by_status')
    .ifNotExists()
    .on('screenings')
    .columns(['account', 'livemode', 'status', 'ref'])
    .execute();
}
