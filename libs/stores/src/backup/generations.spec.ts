import { newEvents } from '../testing/event-store-contract/fixture';
import { WrongExpectedRevisionError } from '@stablecoin/event-sourcing';
import { MemoryEventStore } from '../memory/memory-event-store';
import {
  acceptGeneration,
  beginGeneration,
  confirmGrants,
  endGenerations,
  generationOf,
  generationsOf,
  heldGrants,
  holdGrants,
} from './generations';

const NOW = 1_770_000_000_000;
const SINCE = NOW - 60_000;

describe('generations of a store', () => {
  let store: MemoryEventStore;
  beforeEach(() => {
    store = new MemoryEventStore();
  });

  it('are none in a store that was never restored', async () => {
    await store.append('order-1', 'none', newEvents(2));
    expect(await generationOf(store)).toBeNull();
    await expect(endGenerations(store, NOW)).rejects.toThrow('never restored');
  });

  it('begin closed, with everything that is stored inherited, whatever its time', async () => {
    const [first, ahead] = newEvents(2);
    if (first === undefined || ahead === undefined) throw new Error('there are two events');
    const late = { ...ahead, metadata: { ...ahead.metadata, at: NOW + 3_600_000 } };
    const { position } = await store.append('order-1', 'none', [first, late]);
    const begun = await beginGeneration(store, { since: SINCE }, NOW);
    expect(begun).toEqual({
      name: begun.name,
      number: 1,
      boundary: position,
      lostAfter: position,
      offsets: [{ boundary: position, offset: expect.any(Number) as number }],
      since: SINCE,
      stage: 'closed',
    });
    expect(await generationOf(store)).toEqual(begun);
  });

  it('are accepted and ended by name, once', async () => {
    const { name } = await beginGeneration(store, { since: SINCE }, NOW);
    await expect(acceptGeneration(store, 'another', NOW)).rejects.toThrow('not the newest');
    for (let times = 0; times < 2; times++) {
      expect(await acceptGeneration(store, name, NOW)).toMatchObject({ stage: 'accepted' });
    }
    for (let times = 0; times < 2; times++) expect(await endGenerations(store, NOW)).toMatchObject({ stage: 'ended' });
    expect(await store.head()).toBe(3);
  });

  it('follow each other: an acceptance is of one of them, and an end of all', async () => {
    const first = await beginGeneration(store, { since: SINCE }, NOW);
    await acceptGeneration(store, first.name, NOW);
    const second = await beginGeneration(store, { since: SINCE }, NOW);
    expect(second).toMatchObject({ number: 2, stage: 'closed' });
    expect(second.name).not.toBe(first.name);
    await acceptGeneration(store, second.name, NOW);
    await endGenerations(store, NOW);
    expect((await generationsOf(store)).map(({ stage }) => stage)).toEqual(['ended', 'ended']);
  });

  it('miss what an earlier one misses that has not ended', async () => {
    const first = await beginGeneration(store, { since: SINCE, boundary: 5 }, NOW);
    await acceptGeneration(store, first.name, NOW, NOW + 7);
    const second = await beginGeneration(store, { since: SINCE, boundary: 9 }, NOW);
    expect(second).toMatchObject({ boundary: 9, lostAfter: 5, approvalsUntil: NOW + 7 });
    // As a store that was moved: nothing is lost since the first.
    expect(await acceptGeneration(store, second.name, NOW)).toMatchObject({ lostAfter: 5, approvalsUntil: NOW + 7 });
    await endGenerations(store, NOW);
    const third = await beginGeneration(store, { since: SINCE, boundary: 12 }, NOW);
    expect(third).toMatchObject({ lostAfter: 12 });
    expect(third).not.toHaveProperty('approvalsUntil');
  });

  it('begin once under a name', async () => {
    const begun = await beginGeneration(store, { name: 'a', since: SINCE }, NOW);
    expect(await beginGeneration(store, { name: 'a', since: SINCE }, NOW)).toEqual(begun);
  });

  it('begin once when two processes begin one at the same time', async () => {
    const results = await Promise.allSettled([1, 2].map(() => beginGeneration(store, { since: SINCE }, NOW)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(results[1]).toMatchObject({ reason: expect.any(WrongExpectedRevisionError) as unknown });
  });

  it('hold grants until they are confirmed, also those of an earlier generation', async () => {
    const held = async () => [...(await heldGrants(store))].sort();
    const first = await beginGeneration(store, { since: SINCE }, NOW);
    await holdGrants(store, first.name, ['key_1', 'key_2'], NOW);
    // Said again, before the acceptance.
    await holdGrants(store, first.name, ['key_2', 'key_3'], NOW);
    expect(await held()).toEqual(['key_2', 'key_3']);
    const second = await beginGeneration(store, { since: SINCE }, NOW);
    await holdGrants(store, second.name, [], NOW);
    await endGenerations(store, NOW);
    expect(await held()).toEqual(['key_2', 'key_3']);
    await confirmGrants(store, ['key_3'], NOW);
    expect(await held()).toEqual(['key_2']);
  });

  it('hold any number of grants', async () => {
    const { name } = await beginGeneration(store, { since: SINCE }, NOW);
    const ids = Array.from({ length: 2_500 }, (_, n) => `key_${n}`);
    await holdGrants(store, name, ids, NOW);
    expect([...(await heldGrants(store))]).toEqual(ids);
    expect(await store.head()).toBe(4);
  });
});
