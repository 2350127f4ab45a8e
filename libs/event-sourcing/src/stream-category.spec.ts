import { openDatabase, MemoryEventStore } from '@stablecoin/stores';
import { updateReadModel } from './projection/rebuild';
import type { Projection } from './projection/projection';
import { readCheckpoint } from './tables/checkpoint';
import { Publisher } from './relay/publisher';
import { systemClock } from './ports';
import type { RecordedEvent } from './ports/event-store';
import { readHistory } from './event-history';
import { StreamCategory, decodeEvent } from './stream-category';
import type { StoredEvent } from './stream-category';
import { eventually } from './testing/eventually';
import { silentLog, silentMeter } from './testing/silent';

type Weighed = { readonly type: 'Weighed'; readonly data: { readonly grams: number } };

/** Earlier versions stored kilograms. */
function toGrams(event: RecordedEvent): RecordedEvent {
  const { kilograms } = event.data as { readonly kilograms?: number };
  return kilograms === undefined ? event : { ...event, data: { grams: kilograms * 1_000 } };
}

const parcels = new StreamCategory<Weighed>('parcel', { upcast: toGrams });
const labels = new StreamCategory('parcel_label');
const metadata = { commandId: 'c', at: 1, correlationId: 'c', account: 'acme', livemode: false };
const STORED = [{ kilograms: 2 }, { grams: 300 }];

let store: MemoryEventStore;
beforeEach(async () => {
  store = new MemoryEventStore();
  const events = STORED.map((data, index) => ({ id: `e${index}`, type: 'Weighed', data, metadata }));
  await store.append(parcels.stream('7'), 'none', events);
});
afterEach(() => store.close());

const gramsOf = ({ type, data }: StoredEvent<Weighed>): readonly number[] => (type === 'Weighed' ? [data.grams] : []);

describe('a category of streams', () => {
  it('names its streams, and knows its own events', async () => {
    const [event] = await store.read('parcel-7');
    expect([parcels.prefix, parcels.idOf(event!)]).toEqual(['parcel-', '7']);
    expect([parcels.holds(event!), labels.holds(event!)]).toEqual([true, false]);
    expect(labels.holds({ ...event!, stream: labels.stream('7') })).toBe(true);
    expect(() => decodeEvent([labels], event!)).toThrow('stream parcel-7 is of none of the categories parcel_label');
  });

  const applied: number[] = [];
  const projection: Projection<object, Weighed> = {
    name: 'parcels',
    streams: [labels as StreamCategory<never>, parcels],
    version: 1,
    tables: [],
    createTables: () => Promise.resolve(),
    apply: (events) => Promise.resolve(void applied.push(...events.flatMap(gramsOf))),
  };

  it('gives read models, relays and tools events in the form of the current version', async () => {
    const database = openDatabase<object>('sqlite::memory:');
    const { db } = database;
    await updateReadModel({ store, db, projection });
    expect(applied).toEqual([2_000, 300]);

    const published: string[] = [];
    const publisher = new Publisher({
      name: 'parcels',
      store,
      db,
      clock: systemClock,
      log: silentLog,
      meter: silentMeter,
      streams: [parcels],
      map: (event) => gramsOf(event).map((grams) => ({ key: `${grams}` })),
      publish: async (messages) => void published.push(...messages.map(({ key }) => key)),
    });
    await publisher.start();
    await eventually(() => expect(published).toEqual(['2000', '300']));
    await publisher.stop();

    const history: number[] = [];
    for await (const events of readHistory(store, [parcels])) history.push(...events.flatMap(gramsOf));
    expect(history).toEqual([2_000, 300]);
    await database.close();
  });

  it('an event that cannot be converted stops its read model, which names it', async () => {
    const database = openDatabase<object>('sqlite::memory:');
    const broken = new StreamCategory<Weighed>('parcel', {
      upcast: () => {
        throw new Error('no weight');
      },
    });
    const updating = updateReadModel({ store, db: database.db, projection: { ...projection, streams: [broken] } });
    await expect(updating).rejects.toThrow('parcel-7');
    expect((await readCheckpoint(database.db, 'parcels'))?.position).toBe(0);
    await database.close();
  });
});
