import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { MemoryEventStore, openDatabase } from '@stablecoin/stores';
import {
  CommandHandler,
  Projector,
  Publisher,
  StreamCategory,
  JobRunner,
  TableJobQueue,
  createJobTable,
  refuse,
  systemClock,
  commandOf,
  jobFrom,
} from '.';
import type { Command, CommandRefused, Decider, Projection, StoredEvent, Job, JobTables } from '.';
import { eventually, given, silentLog, silentMeter } from './testing';

// ---- the domain: what happens, and what is decided --------------------------------------------------------------

type JarEvent =
  | { readonly type: 'JarOpened'; readonly data: { readonly goal: number } }
  | { readonly type: 'CoinDropped'; readonly data: { readonly amount: number } }
  | { readonly type: 'JarFilled'; readonly data: { readonly total: number } }
  | { readonly type: 'OwnerThanked'; readonly data: { readonly letter: string } };

type JarCommand =
  | Command<'OpenJar', { readonly goal: number }>
  | Command<'DropCoin', { readonly amount: number }>
  | Command<'ReportThanks', { readonly letter: string }>;

interface Jar {
  readonly goal: number;
  readonly total: number;
  readonly thanked: boolean;
}

const jars = new StreamCategory<JarEvent>('jar');

const jar: Decider<Jar, JarCommand, JarEvent> = {
  streams: jars,
  firstCommands: ['OpenJar'],
  initialState: () => ({ goal: 0, total: 0, thanked: false }),
  decide(command, state): readonly (JarEvent | CommandRefused)[] {
    const full = state.goal > 0 && state.total >= state.goal;
    switch (command.type) {
      case 'OpenJar':
        return state.goal > 0 ? [] : [{ type: 'JarOpened', data: { goal: command.data.goal } }];
      case 'DropCoin': {
        if (full) return [refuse('jar_full', 'The jar is full.')];
        const { amount } = command.data;
        const total = state.total + amount;
        const dropped: JarEvent = { type: 'CoinDropped', data: { amount } };
        return total < state.goal ? [dropped] : [dropped, { type: 'JarFilled', data: { total } }];
      }
      case 'ReportThanks':
        return !full || state.thanked ? [] : [{ type: 'OwnerThanked', data: command.data }];
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'JarOpened':
        return { ...state, goal: event.data.goal };
      case 'CoinDropped':
        return { ...state, total: state.total + event.data.amount };
      case 'JarFilled':
        return state;
      case 'OwnerThanked':
        return { ...state, thanked: true };
    }
  },
};

// ---- the read model: rows, and the list of what is to be done ---------------------------------------------------

interface JarTables extends JobTables {
  readonly jars: { readonly id: string; readonly total: number };
}

const jarTotals: Projection<JarTables, JarEvent> = {
  name: 'jars',
  streams: [jars],
  version: 1,
  tables: ['jars', 'work'],
  async createTables(db: Kysely<JarTables>) {
    await createJobTable(db);
    await db.schema
      .createTable('jars')
      .ifNotExists()
      .addColumn('id', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('total', 'integer', (column) => column.notNull())
      .execute();
  },
  async apply(events, trx, jobs) {
    for (const event of events) {
      const id = event.stream;
      switch (event.type) {
        case 'JarOpened':
          await trx.insertInto('jars').values({ id, total: 0 }).execute();
          break;
        case 'CoinDropped': {
          const { amount } = event.data;
          await trx
            .updateTable('jars')
            .set((row) => ({ total: row('total', '+', amount) }))
            .where('id', '=', id)
            .execute();
          break;
        }
        case 'JarFilled':
          jobs.add(jobFrom(event, { kind: 'thank', key: id }));
          break;
        case 'OwnerThanked':
          jobs.remove('thank', id);
          break;
        case 'CommandRefused':
          break;
      }
    }
  },
};

// ---- the relay: what others are told ----------------------------------------------------------------------------

interface Told {
  readonly id: string;
  readonly key: string;
  readonly total: number;
}

function messagesFor(event: StoredEvent<JarEvent>): readonly Told[] {
  if (event.type !== 'JarFilled') return [];
  return [{ id: `${event.id}:filled`, key: event.stream, total: event.data.total }];
}

// ---- a service: the four together -------------------------------------------------------------------------------

function openService(letters: string[], told: Told[]) {
  const parts = { store: new MemoryEventStore(), clock: systemClock, log: silentLog, meter: silentMeter };
  const database = openDatabase<JarTables>('sqlite::memory:');
  const { db } = database;
  const projector = new Projector({ ...parts, db, projection: jarTotals });
  const handler = new CommandHandler({ ...parts, decider: jar });
  const publisher = new Publisher({
    ...parts,
    name: 'jars',
    streams: [jars],
    db,
    map: messagesFor,
    publish: async (messages) => void told.push(...messages),
  });

  /** Sends a letter, and reports it. It may happen twice: the report has the same id then, and counts once. */
  async function thank(job: Job) {
    const letter = `Thank you, ${job.stream}!`;
    letters.push(letter);
    const report = commandOf(job, 'ReportThanks', { letter }, { at: parts.clock.now() });
    const { position } = await handler.handle(job.stream, report);
    return { position };
  }

  const runner = new JobRunner({
    ...parts,
    kind: 'thank',
    queue: new TableJobQueue(db, projector),
    concurrency: 4,
    run: async ([job]) => (job === undefined ? { againInMs: 0 } : thank(job)),
  });

  return {
    db,
    handler,
    projector,
    publisher,
    async start() {
      await projector.start();
      await publisher.start();
      runner.start();
    },
    async stop() {
      await runner.stop();
      await handler.idle();
      await publisher.drained();
      await publisher.stop();
      await projector.stop();
      await database.close();
      await parts.store.close();
    },
  };
}

// ---- its tests --------------------------------------------------------------------------------------------------

const common = { at: Date.UTC(2026, 0, 1), correlationId: 'req_1', account: 'acme', livemode: false };
const open: JarCommand = { ...common, id: 'msg_1', type: 'OpenJar', data: { goal: 10 } };
const drop = (amount: number, id = `drop of ${amount}`): JarCommand => ({
  ...common,
  id,
  type: 'DropCoin',
  data: { amount },
});

describe('the jar', () => {
  const opened: JarEvent = { type: 'JarOpened', data: { goal: 10 } };
  const dropped = (amount: number): JarEvent => ({ type: 'CoinDropped', data: { amount } });

  it('fills', () => {
    given(jar, opened, dropped(4)).when(drop(5)).then(dropped(5));
    given(jar, opened, dropped(4))
      .when(drop(6))
      .then(dropped(6), { type: 'JarFilled', data: { total: 10 } });
  });

  it('takes no coin when it is full', () => {
    given(jar, opened, dropped(10)).when(drop(1)).thenRefused('jar_full');
  });
});

describe('the service', () => {
  it('takes commands, keeps rows, publishes messages, and runs its jobs', async () => {
    const [letters, told]: [string[], Told[]] = [[], []];
    const service = openService(letters, told);
    await service.start();
    await service.handler.handle('jar-1', open);
    const [{ position }, again, refused] = await Promise.all([
      service.handler.handle('jar-1', drop(10)),
      service.handler.handle('jar-1', drop(10)),
      service.handler.handle('jar-1', drop(1)),
    ]);
    expect(again.events).toEqual([]);
    expect(refused.refusal?.code).toBe('jar_full');

    await service.projector.waitFor(position);
    expect(await service.db.selectFrom('jars').selectAll().execute()).toEqual([{ id: 'jar-1', total: 10 }]);

    await service.publisher.drained();
    expect(told.map(({ key, total }) => [key, total])).toEqual([['jar-1', 10]]);

    await eventually(() => service.handler.query('jar-1', (state) => state.thanked));
    expect(letters).toEqual(['Thank you, jar-1!']);
    await service.stop();
  });
});

describe('the README', () => {
  it('shows code that stands here', () => {
    const read = (...path: string[]): string => readFileSync(join(__dirname, ...path), 'utf8');
    const plain = (code: string): string => code.replaceAll(/\s+/g, '');
    const here = plain(read('example.spec.ts'));
    const shown = [...read('..', 'README.md').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    expect(shown.length).toBeGreaterThan(4);
    for (const code of shown) for (const part of code.split('// …')) expect(here).toContain(plain(part));
  });
});
