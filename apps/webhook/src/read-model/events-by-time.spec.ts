import { openDatabase } from '@stablecoin/stores';
import { Random } from '@stablecoin/event-sourcing/testing';
import type { StoredEvent } from '@stablecoin/event-sourcing';
import type { EventRecordEvent } from '../domain/event';
import { Events, projectEvents } from './events';
import { createWebhookTables } from './tables';
import type { WebhookTables } from './tables';

const tenant = { account: 'acme', livemode: false };
const SECOND = 1_000;
const COUNT = 400;

/** Times go on with the position, and back by some seconds; a few events come hours late. */
const times = ((): readonly number[] => {
  const random = new Random(7);
  return Array.from({ length: COUNT }, (_, index) => {
    const late = random.below(20) === 0 ? 3_600 * SECOND : random.below(9) * SECOND;
    return 10_000_000 + index * SECOND - late;
  });
})();

const recorded = (at: number, index: number): StoredEvent<EventRecordEvent> => ({
  id: `e${index}`,
  type: 'WebhookEventRecorded',
  stream: `webhook_event-${index}`,
  revision: 0,
  position: 3 * index + 1,
  data: {
    eventId: `evt_${index}`,
    type: index % 3 === 0 ? 'payment.settled' : 'payment.failed',
    object: 'pay',
    sequence: 1,
    body: JSON.stringify({ id: `evt_${index}` }),
    deliveries: [],
  },
  metadata: { commandId: 'c', at, correlationId: 'r', ...tenant },
});

describe('events by their time', () => {
  const database = openDatabase<WebhookTables>('sqlite::memory:');
  const events = new Events(database.db);
  const all = times.map((at, index) => ({ at, id: `evt_${index}`, position: 3 * index + 1, settled: index % 3 === 0 }));

  beforeAll(async () => {
    await createWebhookTables(database.db);
    for (let from = 0; from < COUNT; from += 7) {
      const batch = times.slice(from, from + 7).map((at, index) => recorded(at, from + index));
      await database.db.transaction().execute((trx) => projectEvents(batch, trx));
    }
  });
  afterAll(() => database.close());

  async function pages(params: object, order: 'asc' | 'desc'): Promise<readonly string[]> {
    const ids: string[] = [];
    let startingAfter: string | null = null;
    for (;;) {
      const page: Awaited<ReturnType<Events['list']>> = await events.list({
        ...{ ...tenant, wallets: null, type: null, createdAfter: null, createdBefore: null },
        ...{ limit: 17, ...params, order, startingAfter },
      });
      ids.push(...page.data.map(({ id }) => id));
      if (page.next_cursor === null) return ids;
      startingAfter = page.next_cursor;
    }
  }

  const T = 10_000_000;
  const windows: readonly (readonly [number | null, number | null])[] = [
    [null, null],
    [T + 100 * SECOND, null],
    [null, T + 100 * SECOND],
    [T + 100 * SECOND, T + 103 * SECOND],
    [T - 3_700 * SECOND, T],
    [T + 2 * COUNT * SECOND, null],
    [null, T - 7_200 * SECOND],
  ];

  it.each(windows.flatMap((window) => (['asc', 'desc'] as const).map((order) => [...window, order] as const)))(
    'are all found, in pages: after %s, before %s, %s',
    async (after, before, order) => {
      const within = all.filter(({ at }) => (after === null || at > after) && (before === null || at < before));
      const expected = (order === 'asc' ? within : within.toReversed()).map(({ id }) => id);
      expect(await pages({ createdAfter: after, createdBefore: before }, order)).toEqual(expected);
      const settled = (id: string): boolean => all.find((each) => each.id === id)!.settled;
      const ofType = { createdAfter: after, createdBefore: before, type: 'payment.settled' };
      expect(await pages(ofType, order)).toEqual(expected.filter(settled));
    },
  );

  it.each(windows)('are replayed in the order of the store: from %s, to %s', async (from, to) => {
    const range = { from: from ?? 0, to: to ?? Number.MAX_SAFE_INTEGER - 100_000 };
    const found: string[] = [];
    let afterPosition = 0;
    for (;;) {
      const upToPosition = 3 * COUNT;
      const page = await events.replayPage({ ...tenant, range, types: null, afterPosition, upToPosition, limit: 11 });
      found.push(...page.map(({ id }) => id));
      if (page.length < 11) break;
      afterPosition = page.at(-1)!.position;
    }
    expect(found).toEqual(all.filter(({ at }) => at >= range.from && at < range.to).map(({ id }) => id));
  });
});
