import { openDatabase } from '@stablecoin/stores';
import { sql } from 'kysely';
import { createWebhookTables, type WebhookTables } from './tables';

describe('where a time is in the history', () => {
  it.each([
    [
      'position by its time',
      sql`select position from webhook_events where account = 'acme' and livemode = 0 and latest_at >= 7 order by latest_at, position limit 1`,
      'webhook_events_by_latest_at',
    ],
    [
      'late event',
      sql`select * from webhook_events where account = 'acme' and livemode = 0 and position >= 7 and late = 1 order by position limit 1`,
      'webhook_events_late',
    ],
  ])('a %s is found by an index, and not through the whole history', async (_what, query, index) => {
    const { db, close } = openDatabase<WebhookTables>('sqlite::memory:');
    await createWebhookTables(db);
    const { rows } = await sql<{ readonly detail: string }>`explain query plan ${query}`.execute(db);
    await close();
    expect(rows).toHaveLength(1);
    expect(rows[0]!.detail).toMatch(new RegExp(`INDEX ${index} `));
  });
});

describe('lists of events', () => {
  it.each([
    ['type', sql`type = 'payment.settled'`, 'webhook_events_by_type'],
    ['wallet', sql`wallet in ('wal_1')`, 'webhook_events_by_wallet'],
    ['neither', sql`1 = 1`, 'webhook_events_by_tenant'],
  ])('of a %s are read by an index, and not through the whole history', async (_what, filter, index) => {
    const { db, close } = openDatabase<WebhookTables>('sqlite::memory:');
    await createWebhookTables(db);
    const { rows } = await sql<{ readonly detail: string }>`
      explain query plan select * from webhook_events
      where account = 'acme' and livemode = 0 and ${filter} and position > 7
      order by position desc limit 21
    `.execute(db);
    await close();
    expect(rows.map(({ detail }) => detail).join('\n')).toContain(`USING INDEX ${index}`);
  });
});
