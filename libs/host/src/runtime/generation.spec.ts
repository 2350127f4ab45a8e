import {
  acceptGeneration,
  beginGeneration,
  endGenerations,
  generationsOf,
  MemoryEventStore,
  openDatabase,
  writeRestoreMarker,
} from '@stablecoin/stores';
import { StreamCategory, updateReadModel, forgetCheckpointsBeyond } from '@stablecoin/event-sourcing';
import type { OpenDatabase, Projection, StoreIdentity } from '@stablecoin/event-sourcing';
import type { Configuration } from '../configuration';
import {
  openGeneration,
  requireNotAhead,
  RestoreIncompleteError,
  RestoreNotAcceptedError,
  StoreBehindError,
} from './generation';

const NOW = 1_770_000_000_000;
const BACKUP = NOW - 3_600_000;

const SANDBOX = { liveChains: { evm: null, solana: null }, replication: null, restoredFrom: null };

describe('protocol rule 32: the generation that services run on', () => {
  let store: MemoryEventStore;
  beforeEach(() => {
    store = new MemoryEventStore();
  });
  const open = (restoredFrom: number | null = null) => openGeneration({ ...SANDBOX, restoredFrom }, store, NOW);
  const metadata = { commandId: 'c', at: NOW, correlationId: 'c', account: '', livemode: true };
  /** As versions before generations recorded it. */
  const acceptAsBefore = () =>
    store.append(`restore-${BACKUP}`, 'none', [
      { id: 'e-1', type: 'RestoreAccepted', data: { restoredFrom: BACKUP }, metadata },
    ]);

  it('is none in a store that was never restored', async () => {
    expect(await open()).toBeNull();
    expect(await store.head()).toBe(0);
  });

  it('has to be accepted, and may then be ended', async () => {
    const { name } = await beginGeneration(store, { since: BACKUP }, NOW);
    await expect(open()).rejects.toThrow(RestoreNotAcceptedError);
    await acceptGeneration(store, name, NOW);
    expect(await open()).toMatchObject({ name, stage: 'accepted' });
    await endGenerations(store, NOW);
    expect(await open()).toMatchObject({ name, number: 1, stage: 'ended' });
  });

  it('begins in a store that other tools have restored, and only once', async () => {
    await expect(open(BACKUP)).rejects.toThrow(RestoreNotAcceptedError);
    const [begun] = await generationsOf(store);
    await acceptGeneration(store, begun?.name ?? '', NOW);
    expect(await open(BACKUP)).toMatchObject({ since: BACKUP, stage: 'accepted' });
    // The variable is left as it was.
    await endGenerations(store, NOW);
    expect(await open(BACKUP)).toMatchObject({ number: 1, stage: 'ended' });
    await expect(open(BACKUP + 1)).rejects.toThrow(RestoreNotAcceptedError);
  });

  it('begins once when several services of a restore start at once', async () => {
    const started = await Promise.allSettled([open(BACKUP), open(BACKUP), open(BACKUP)]);
    for (const each of started) expect(each).toMatchObject({ reason: expect.any(RestoreNotAcceptedError) as unknown });
    expect(await generationsOf(store)).toHaveLength(1);
  });

  it('is not there before the store is filled', async () => {
    await writeRestoreMarker(store, { restoredFrom: BACKUP, isComplete: false, generation: 'a' });
    await expect(open()).rejects.toThrow(RestoreIncompleteError);
  });

  it.each(['variable', 'marker'])('of a restore by an earlier version is recognized by its %s', async (by) => {
    if (by === 'marker') await writeRestoreMarker(store, { restoredFrom: BACKUP, isComplete: true });
    const restoredFrom = by === 'marker' ? null : BACKUP;
    const { position } = await acceptAsBefore();
    await store.append('order-1', 'none', [{ id: 'e-2', type: 'Ordered', data: {}, metadata }]);
    const generation = await open(restoredFrom);
    expect(generation).toMatchObject({ number: 1, since: BACKUP, boundary: position, stage: 'accepted' });
    expect(await open(restoredFrom)).toEqual(generation);
  });

  it('of a restore by an earlier version that was not accepted is closed', async () => {
    await writeRestoreMarker(store, { restoredFrom: BACKUP, isComplete: true });
    await expect(open()).rejects.toThrow(RestoreNotAcceptedError);
  });
});

describe('protocol rule 38: a store that is not where it was', () => {
  const LIVE = { ...SANDBOX, liveChains: { evm: {}, solana: null } as Configuration['liveChains'] };
  let store: MemoryEventStore & { identity?: () => Promise<StoreIdentity> };
  const metadata = { commandId: 'c', at: NOW - 5_000, correlationId: 'c', account: '', livemode: true };
  beforeEach(() => {
    store = new MemoryEventStore();
  });
  const at = (identity: StoreIdentity): void => {
    store.identity = () => Promise.resolve(identity);
  };
  const order = (id: string) =>
    store.append(`order-${id}`, 'none', [{ id: `e-${id}`, type: 'Ordered', data: {}, metadata }]);

  it.each([
    [
      { cluster: '7', timeline: '00000001', table: '5.6' },
      { cluster: '8', timeline: '00000001', table: '5.6' },
    ],
    [
      { cluster: '7', timeline: '00000001', table: '5.6' },
      { cluster: '7', timeline: '00000002', table: '5.6' },
    ],
    [
      { cluster: '7', timeline: '00000001', table: '5.6' },
      { cluster: '7', timeline: '00000001', table: '5.9' },
    ],
    [{ created: '17' }, { created: '18' }],
    [{ inode: '3' }, { inode: '4' }],
  ])('from %j to %j: closes itself, and says why, until it is accepted', async (before, after) => {
    at(before);
    expect(await openGeneration(LIVE, store, NOW)).toBeNull();
    const { position } = await order('1');
    at(after);
    for (let starts = 0; starts < 2; starts++) {
      await expect(openGeneration(LIVE, store, NOW)).rejects.toThrow(StoreBehindError);
    }
    const [begun, ...others] = await generationsOf(store);
    expect(begun).toMatchObject({ number: 1, boundary: position, since: NOW - 5_000, stage: 'closed' });
    expect(others).toEqual([]);
    await acceptGeneration(store, begun?.name ?? '', NOW);
    expect(await openGeneration(LIVE, store, NOW)).toMatchObject({ stage: 'accepted' });
  });

  it.each([
    ['at a restart', { created: '17' }, { created: '17' }],
    ['when a fact is not told any more', { cluster: '7', timeline: '00000001' }, {}],
    ['when other facts are told', { inode: '3' }, { created: '17' }],
  ])('does not close itself %s', async (_, before, after) => {
    at(before);
    await openGeneration(LIVE, store, NOW);
    at(after);
    expect(await openGeneration(LIVE, store, NOW)).toBeNull();
  });

  it('does not close itself when a synchronous replica is promoted', async () => {
    const configuration = { ...LIVE, replication: 'synchronous' } as const;
    at({ cluster: '7', timeline: '00000001' });
    await openGeneration(configuration, store, NOW);
    at({ cluster: '7', timeline: '00000002' });
    expect(await openGeneration(configuration, store, NOW)).toBeNull();
    // Noted: it is the place to compare with from now on.
    expect(await openGeneration(LIVE, store, NOW)).toBeNull();
    at({ cluster: '8', timeline: '00000001' });
    await expect(openGeneration(configuration, store, NOW)).rejects.toThrow(StoreBehindError);
  });

  it('does not close itself where nothing moves money, nor after a restore, which begins a generation itself', async () => {
    at({ created: '17' });
    await openGeneration(LIVE, store, NOW);
    const { name } = await beginGeneration(store, { since: BACKUP }, NOW);
    await acceptGeneration(store, name, NOW);
    at({ created: '18' });
    expect(await openGeneration(LIVE, store, NOW)).toMatchObject({ number: 1 });
    at({ created: '19' });
    expect(await openGeneration(SANDBOX, store, NOW)).toMatchObject({ number: 1 });
    await expect(openGeneration(LIVE, store, NOW)).rejects.toThrow(StoreBehindError);
  });
});

describe('protocol rule 38: a store that others have read further than it goes', () => {
  const LIVE = { bus: 'memory' as const, liveChains: { evm: {}, solana: null } as Configuration['liveChains'] };
  const projection: Projection<unknown> = {
    ...{ name: 'lists', version: 1, tables: [], streams: [new StreamCategory('order')] },
    createTables: () => Promise.resolve(),
    apply: () => Promise.resolve(),
  };
  const metadata = { commandId: 'c', at: NOW - 5_000, correlationId: 'c', account: '', livemode: true };
  let [store, database]: [MemoryEventStore, OpenDatabase<unknown>] = [] as never;
  beforeEach(async () => {
    store = new MemoryEventStore();
    database = openDatabase('sqlite::memory:');
    for (const id of ['1', '2']) {
      await store.append(`order-${id}`, 'none', [{ id: `e-${id}`, type: 'Ordered', data: {}, metadata }]);
    }
    await updateReadModel({ store, db: database.db, projection });
  });
  afterEach(() => database.close());

  const open = () => ({ ...database, close: () => Promise.resolve() });
  const start = (from: MemoryEventStore, configuration = LIVE): Promise<void> =>
    requireNotAhead(configuration, { store: from, open }, ['payment'], NOW);

  it('stays open where a read model has read all of it, and without live chains', async () => {
    await start(store);
    await start(new MemoryEventStore(), { ...LIVE, ...SANDBOX });
    expect(await store.head()).toBe(2);
  });

  it('stays open while another instance appends, and reads what it has appended', async () => {
    const shared = Object.create(store) as MemoryEventStore;
    shared.head = async () => {
      const head = await store.head();
      await store.append(`order-${head + 1}`, 'none', [{ id: `e-${head + 1}`, type: 'Ordered', data: {}, metadata }]);
      await updateReadModel({ store, db: database.db, projection });
      return head;
    };
    await start(shared);
  });

  it('closes itself when a read model has read more, and says which', async () => {
    const behind = new MemoryEventStore();
    await behind.append('order-1', 'none', [{ id: 'e-1', type: 'Ordered', data: {}, metadata }]);
    await expect(start(behind)).rejects.toThrow(
      'Checkpoint lists of the payment database is beyond the last event of the event store',
    );
    expect(await generationsOf(behind)).toMatchObject([{ boundary: 1, since: NOW - 5_000, stage: 'closed' }]);
    // As the acceptance does.
    await forgetCheckpointsBeyond(database.db, 1);
    await start(behind);
  });
});
