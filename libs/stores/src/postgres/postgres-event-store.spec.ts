import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { describeEventStore, type EventStoreUnderTest } from '../testing/event-store.contract';
import { ids, newEvents } from '../testing/event-store-contract/fixture';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { freshPostgres, mayUsePostgres } from '../testing/servers/postgres';
import { PostgresEventStore, type PostgresEventStoreOptions } from './postgres-event-store';

const withPostgres = mayUsePostgres() ? describe : describe.skip;

withPostgres('on PostgreSQL', () => {
  let url: string;
  beforeAll(async () => {
    url = await freshPostgres();
  });

  async function open(options: PostgresEventStoreOptions = {}): Promise<EventStoreUnderTest> {
    let store = await PostgresEventStore.open(url, options);
    return {
      store,
      reopen: async () => {
        await store.close();
        return (store = await PostgresEventStore.open(url, options));
      },
      dispose: () => store.close(),
    };
  }

  describeEventStore('postgres', () => open(), { load: 0.1 });
  // Live subscribers fall behind such a tail at once, so that the pages come from the database.
  describeEventStore('postgres, with a tail of three events', () => open({ tailCapacity: 3 }), { load: 0.02 });
});

withPostgres('postgres event store', () => {
  let url: string;
  let admin: Client;
  const opened: PostgresEventStore[] = [];

  beforeEach(async () => {
    url = await freshPostgres();
    admin = new Client(url);
    await admin.connect();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    await admin.end();
  });

  async function open(options: PostgresEventStoreOptions & { readonly at?: string } = {}): Promise<PostgresEventStore> {
    const store = await PostgresEventStore.open(options.at ?? url, options);
    opened.push(store);
    return store;
  }

  const numbered = async (): Promise<readonly (readonly [number, string])[]> => {
    const { rows } = await admin.query<{ position: string; stream: string }>(
      'select position, stream from event_store.events order by position',
    );
    return rows.map(({ position, stream }) => [Number(position), stream] as const);
  };
  const waitsForALock = async (): Promise<boolean> => {
    const { rows } = await admin.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'stablecoin event store' and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  };

  it('commits in groups: appends that wait share a transaction', async () => {
    const store = await open();
    await Promise.all(Array.from({ length: 50 }, (_, n) => store.append(`a-${n}`, 'none', newEvents(1))));
    expect(store.statistics).toEqual({ requests: 50, transactions: 1, waiting: 0 });
  });

  it('numbers positions without a gap, over conflicts and from one writer to the next', async () => {
    const first = await open();
    await first.append('a-1', 'none', newEvents(2));
    await first.append('a-1', 'none', newEvents(2)).catch(() => undefined);
    expect(await (await open()).append('a-1', 1, newEvents(3))).toEqual({ revision: 4, position: 5 });
  });

  it('fences the writer before: it stores nothing more, is told so, and hands nothing out as flushed', async () => {
    const lost: string[] = [];
    const former = await open({ lost: ({ message }) => lost.push(message) });
    await former.append('a-1', 'none', newEvents(1));
    const next = await open();
    expect((await former.append('a-1', 0, newEvents(1), { beforeFlush: true })).position).toBe(2);
    // Its session is ended at once: it may hear of that before it hears of the other instance.
    await expect(former.durable()).rejects.toThrow();
    await eventually(() => Promise.resolve(lost.length > 0));
    await expect(former.append('a-2', 'none', newEvents(1))).rejects.toThrow('another instance');
    await expect(former.saveSnapshot('a-1', { revision: 0, version: 1, state: null })).rejects.toThrow('another');
    await expect(former.head()).rejects.toThrow('another instance');
    expect(lost).toEqual([expect.stringContaining('another instance writes to the event store now')]);
    expect(await next.append('a-3', 'none', newEvents(1))).toEqual({ revision: 0, position: 2 });
    expect(await numbered()).toEqual([
      [1, 'a-1'],
      [2, 'a-3'],
    ]);
  });

  it('to become the writer waits for the group that the one before is committing, and then continues after it', async () => {
    const former = await open();
    // Holds the group up while it has its lock on the epoch.
    await admin.query('begin');
    await admin.query(`insert into event_store.events values (1, 'held', 0, '{}')`);
    const append = former.append('a-1', 'none', newEvents(1));
    await eventually(waitsForALock);
    let isOpen = false;
    const opening = open().then((store) => {
      isOpen = true;
      return store;
    });
    await eventually(async () => {
      const { rows } = await admin.query(`select from pg_locks where not granted and locktype = 'transactionid'`);
      return rows.length === 2;
    });
    expect(isOpen).toBe(false);
    await admin.query('rollback');
    expect(await append).toEqual({ revision: 0, position: 1 });
    expect(await (await opening).head()).toBe(1);
  });

  it('stores a group once when its connection ends before the commit, and says meanwhile that it cannot write', async () => {
    const store = await open();
    const problems: (string | undefined)[] = [];
    store.writing.onChange((problem) => problems.push(problem?.message));
    await admin.query('begin');
    await admin.query('select from event_store.writer for update');
    const events = newEvents(2);
    const append = store.append('a-1', 'none', events);
    await eventually(waitsForALock);
    const { lastAwayAt } = store;
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'stablecoin event store' and wait_event_type = 'Lock'`,
    );
    await expect(append).rejects.toMatchObject({ code: 'event_not_written' });
    await expect(store.append('a-2', 'none', newEvents(1))).rejects.toMatchObject({ code: 'event_not_written' });
    await admin.query('rollback');
    await eventually(() => store.writing.problem === undefined);
    expect(await store.append('a-1', 'none', events)).toEqual({ revision: 1, position: 2 });
    expect(ids(await store.read('a-1'))).toEqual(ids(events));
    expect(problems).toEqual([expect.stringContaining('could not write'), undefined]);
    expect(store.lastAwayAt).toBeGreaterThanOrEqual(lastAwayAt);
  });

  it('stores a group once when its answer is lost after the commit', async () => {
    const proxy = await Proxy.before(url);
    const store = await open({ at: proxy.url });
    const [first, second, third] = [newEvents(1), newEvents(2), newEvents(1)];
    await store.append('a-1', 'none', first);
    proxy.losesAnswers = true;
    const append = store.append('a-1', 0, second);
    await eventually(async () => (await numbered()).length === 3);
    proxy.cut();
    await expect(append).rejects.toMatchObject({ code: 'event_not_written' });
    proxy.losesAnswers = false;
    await eventually(() => store.writing.problem === undefined);
    expect(await store.append('a-1', 0, second)).toEqual({ revision: 2, position: 3 });
    expect(await store.append('a-1', 2, third)).toEqual({ revision: 3, position: 4 });
    expect(ids(await store.read('a-1'))).toEqual(ids([...first, ...second, ...third]));
    await store.close();
    proxy.close();
  });

  it('says that it is closed, with what could not be written, when the server is away', async () => {
    const proxy = await Proxy.before(url);
    const store = await open({ at: proxy.url });
    proxy.close();
    await expect(store.append('a-1', 'none', newEvents(1))).rejects.toMatchObject({ retry: 'always' });
    await expect(store.read('a-1')).rejects.toMatchObject({ code: 'event_store_unavailable' });
    await store.close();
    expect(await numbered()).toEqual([]);
  });

  it('does not open tables of another version', async () => {
    await (await open()).close();
    await admin.query('update event_store.writer set tables_version = 2');
    await expect(open()).rejects.toThrow('tables are of another version');
  });

  it('refuses a name that PostgreSQL cannot store, and nothing else with it', async () => {
    const store = await open();
    const good = store.append('a-1', 'none', newEvents(1));
    await expect(store.append('a-\0', 'none', newEvents(1))).rejects.toThrow(RangeError);
    expect(await good).toEqual({ revision: 0, position: 1 });
  });
});

/** Stands between a client and the server, and can keep answers back. */
class Proxy {
  losesAnswers = false;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async before(target: string): Promise<Proxy> {
    const { hostname, port } = new URL(target);
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(target);
    url.port = String((server.address() as AddressInfo).port);
    const proxy = new Proxy(server, url.href);
    server.on('connection', (client) => proxy.#join(client, connect(Number(port), hostname)));
    return proxy;
  }

  /** Ends every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.server.close();
    this.cut();
  }

  #join(client: Socket, server: Socket): void {
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (data) => server.write(data));
    server.on('data', (data) => {
      if (!this.losesAnswers) client.write(data);
    });
  }
}
