import { openDatabase } from '@stablecoin/stores';
import { Events } from './events';
import { createWebhookTables, type WebhookTables } from './tables';

describe('the feed of a restored store', () => {
  const database = openDatabase<WebhookTables>('sqlite::memory:');
  const tenant = { account: 'acme', livemode: true };
  beforeAll(async () => {
    await createWebhookTables(database.db);
    const common = { type: 'payment.settled', created_at: 1, latest_at: 1, late: 0, wallet: null, body: '{}' };
    const rowOf = (id: string, position: number, account = 'acme') => ({
      ...{ id, position, account, livemode: 1, ...common },
    });
    const rows = [rowOf('evt_1', 10), rowOf('evt_2', 20), rowOf('evt_3', 25, 'other'), rowOf('evt_4', 40)];
    await database.db.insertInto('webhook_events').values(rows).execute();
  });
  afterAll(() => database.close());

  it.each([
    [30, 'evt_2'],
    [20, 'evt_2'],
    [9, null],
    [null, null],
  ])('continues, for a reader whose last event was lost, with the boundary at %s, after %s', async (boundary, id) => {
    expect(await new Events(database.db, boundary).atBoundary(tenant)).toBe(id);
  });
});
