import type { Clock, EventStore } from '@stablecoin/event-sourcing';
import type { Runtime } from '@stablecoin/host';
import type { Kysely, KyselyPlugin, Transaction } from 'kysely';
import type { Process } from './process';

/** What outlives a process. */
export interface Lasting {
  readonly clock: Clock;
  readonly store: EventStore;
  /** Its read model. */
  readonly db: Kysely<unknown>;
}

/** The ports as a process has them, on what outlives it: services cannot tell the difference. */
export function killableRuntime(runtime: Runtime, process: Process, { clock, store, db }: Lasting): Runtime {
  const { bus } = runtime;
  const killable: Runtime = {
    ...runtime,
    clock: killableClock(clock, process),
    store: killableStore(store, process),
    bus: {
      publish: (messages) => process.step(['publish'], () => bus.publish(messages)),
      redeliver: (consumer, message, letterId) => bus.redeliver(consumer, message, letterId),
      transport: (consumer, options) => bus.transport(consumer, options),
    },
    // Which tables it has is known to the service that asks for it.
    database: <DB>() => killableDatabase(db as unknown as Kysely<DB>, process),
    forService: (service) => ({ ...killable, log: runtime.forService(service).log }),
  };
  return killable;
}

function killableClock(clock: Clock, process: Process): Clock {
  return {
    now: () => clock.now(),
    setTimer: (at, callback) =>
      clock.setTimer(at, () => {
        if (!process.ended) callback();
      }),
  };
}

function killableStore(store: EventStore, process: Process): EventStore {
  return {
    writing: store.writing,
    append: (stream, expected, events, options) => {
      const types = new Set(events.map(({ type }) => `append ${type}`));
      return process.step([...types], () => store.append(stream, expected, events, options));
    },
    durable: (position) => process.hear(() => store.durable(position)),
    read: (stream, options) => process.hear(() => store.read(stream, options)),
    async *subscribe(options) {
      for await (const batch of store.subscribe(options)) {
        await process.goOn();
        yield batch;
      }
    },
    head: () => process.hear(() => store.head()),
    saveSnapshot: (stream, snapshot) => process.hear(() => store.saveSnapshot(stream, snapshot)),
    loadSnapshot: (stream) => process.hear(() => store.loadSnapshot(stream)),
    close: () => Promise.resolve(),
  };
}

/** In the middle of a transaction nothing waits for ever: it would keep the process that comes next from the database. */
function killableDatabase<DB>(db: Kysely<DB>, process: Process): Kysely<DB> {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      process.assertAlive();
      return node;
    },
    transformResult: ({ result }) => {
      process.assertAlive();
      return Promise.resolve(result);
    },
  };
  const killable = db.withPlugin(plugin);
  killable.transaction = () => {
    const builder = db.withPlugin(plugin).transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async <T>(work: (trx: Transaction<DB>) => Promise<T>): Promise<T> => {
      const result = await execute(async (trx) => {
        const done = await work(trx);
        await process.reach('before commit');
        return done;
      });
      await process.reach('after commit');
      return result;
    };
    return builder;
  };
  return killable;
}
