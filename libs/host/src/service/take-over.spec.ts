import { MemoryEventStore, PostgresLease, openDatabase } from '@stablecoin/stores';
import { Projector, Publisher, StreamCategory, eventId, systemClock } from '@stablecoin/event-sourcing';
import type { OpenDatabase, Projection } from '@stablecoin/event-sourcing';
import { eventually, silentLog, silentMeter } from '@stablecoin/event-sourcing/testing';
import { freshPostgres, mayUsePostgres } from '@stablecoin/stores/testing';
import { sql } from 'kysely';
import { whileLeading } from './leader-components';
import type { Component } from './service-components';

interface Tables {
  readonly seen: { readonly id: string };
}

/** Fails when an event is applied twice. */
const projection: Projection<Tables> = {
  name: 'seen',
  streams: [new StreamCategory('payment')],
  version: 1,
  tables: ['seen'],
  createTables: ({ schema }) =>
    schema
      .createTable('seen')
      .ifNotExists()
      .addColumn('id', 'text', (id) => id.primaryKey())
      .execute(),
  apply: async (events, trx) => {
    for (const { id } of events) await trx.insertInto('seen').values({ id }).execute();
  },
};

(mayUsePostgres() ? describe : describe.skip)('two instances of a service', () => {
  const store = new MemoryEventStore();
  const opened: OpenDatabase<Tables>[] = [];
  const published: string[] = [];
  const instances: { readonly part: Component; readonly projector: Projector<Tables> }[] = [];
  let url: string;

  beforeAll(async () => {
    url = await freshPostgres();
    for (let n = 0; n < 2; n++) instances.push(instance());
    await Promise.all(instances.map(async ({ part }) => part.start()));
  });
  afterAll(async () => {
    for (const { part } of instances) await part.stop();
    for (const { close } of opened) await close();
    await store.close();
  });

  function instance() {
    const database = openDatabase<Tables>(url, { schema: 'payment' });
    opened.push(database);
    const base = { store, db: database.db, clock: systemClock, log: silentLog, meter: silentMeter };
    const projector = new Projector({ ...base, projection });
    const publisher = new Publisher({
      ...base,
      name: 'payment',
      streams: projection.streams,
      checkpointMs: 20,
      map: ({ id }) => [{ key: id }],
      publish: async (messages) => void published.push(...messages.map(({ key }) => key)),
    });
    const lease = () => new PostgresLease({ url, name: 'payment', renewMs: 50 });
    const {
      components: [part],
    } = whileLeading({ lease, log: silentLog as never, meter: silentMeter }, 'payment', [projector, publisher]);
    return { part: part!, projector };
  }

  /** Takes the lease from whoever has it, without its knowing. */
  async function takeLease(): Promise<void> {
    const [database] = opened;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like '% lease'`.execute(
      database!.db,
    );
  }

  async function append(n: number): Promise<{ readonly id: string; readonly position: number }> {
    const metadata = { commandId: `c${n}`, at: n, correlationId: 'cor', account: 'acme', livemode: false };
    const id = eventId(`payment-${n % 7}`, `c${n}`, 0, 'Happened', '{}');
    const { position } = await store.append(`payment-${n % 7}`, 'any', [{ id, type: 'Happened', data: {}, metadata }]);
    return { id, position };
  }

  it('take turns, and whoever asks either of them finds each event, which is applied once and published', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 120; n++) {
      if (n % 40 === 20) await takeLease();
      const { id, position } = await append(n);
      ids.push(id);
      // Whichever leads: one that has just lost the lease says so, and is asked again.
      await eventually(() => instances[n % 2]!.projector.waitFor(position, 500));
    }
    const rows = await opened[0]!.db.selectFrom('seen').select('id').execute();
    expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort());
    await eventually(() => new Set(published).size === ids.length);
  });
});
