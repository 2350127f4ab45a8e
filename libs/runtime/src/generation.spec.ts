import {
  acceptGeneration,
  beginGeneration,
  endGenerations,
  generationsOf,
  MemoryEventStore,
  writeRestoreMarker,
} from '@stablecoin/event-sourcing';
import { openGeneration, RestoreIncompleteError, RestoreNotAcceptedError } from './generation';

const NOW = 1_770_000_000_000;
const BACKUP = NOW - 3_600_000;

describe('the generation that services run on', () => {
  let store: MemoryEventStore;
  beforeEach(() => {
    store = new MemoryEventStore();
  });
  const open = (restoredFrom: number | null = null) => openGeneration({ restoredFrom }, store, NOW);
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
