import { acceptGeneration, beginGeneration, MemoryEventStore } from '@stablecoin/stores';
import type { Lease } from '@stablecoin/event-sourcing';
import { silentLog } from '@stablecoin/event-sourcing/testing';
import { openGeneration, StoreBehindError } from './generation';
import { lookingAtTakeOver, requireSameGeneration } from './take-over';

const NOW = 1_770_000_000_000;

describe('protocol rule 38: an instance that takes over from another one', () => {
  /** What this instance does with its lease, in order. */
  let did: string[];
  let isTaken: boolean;
  let failure: Error | undefined;
  let ended: string[];
  beforeEach(() => {
    [did, isTaken, failure, ended] = [[], false, undefined, []];
  });

  const lease: Lease = {
    acquire: (_, onTaken) => {
      if (isTaken) onTaken?.();
      did.push('has the lease');
      const release = () => Promise.resolve(void did.push('gives it back'));
      return Promise.resolve({ term: { isCertain: true }, ended: new Promise(() => undefined), release });
    },
  };
  const instance = () =>
    lookingAtTakeOver(lease, {
      look: () => {
        did.push('looks at the store');
        return failure === undefined ? Promise.resolve() : Promise.reject(failure);
      },
      log: silentLog,
      end: (error) => ended.push(error.message),
    });
  const acquire = (from = instance()) => from.acquire(new AbortController().signal);

  it('looks at the store again, which it has seen at its start alone', async () => {
    isTaken = true;
    await acquire();
    expect(did).toEqual(['has the lease', 'looks at the store']);
  });

  it('looks when it had the lease before, and not when it gets it at its start', async () => {
    const itself = instance();
    await acquire(itself);
    expect(did).toEqual(['has the lease']);
    await acquire(itself);
    expect(did).toEqual(['has the lease', 'has the lease', 'looks at the store']);
  });

  it('does not lead while it cannot look', async () => {
    isTaken = true;
    failure = new Error('too few endpoints answer');
    await expect(acquire()).rejects.toThrow('too few endpoints answer');
    expect(did).toEqual(['has the lease', 'looks at the store', 'gives it back']);
    expect(ended).toEqual([]);
  });

  it('ends when the store lacks something: no service starts on it before an operator has looked', async () => {
    isTaken = true;
    failure = new StoreBehindError('A relayer has sent what is not stored');
    await expect(acquire()).rejects.toThrow(StoreBehindError);
    expect(ended).toEqual([expect.stringContaining('A relayer has sent what is not stored')]);
    expect(did.at(-1)).toBe('gives it back');
  });
});

describe('protocol rule 33: an instance that stood by while its store was restored', () => {
  const CONFIGURATION = { liveChains: { evm: null, solana: null }, replication: null, restoredFrom: null };
  let store: MemoryEventStore;
  beforeEach(() => {
    store = new MemoryEventStore();
  });
  const start = () => openGeneration(CONFIGURATION, store, NOW);

  it('does not take over before the restore is accepted, nor afterwards: it knows nothing of what is held', async () => {
    const former = await start();
    const { name } = await beginGeneration(store, { since: NOW - 1 }, NOW);
    await expect(requireSameGeneration(CONFIGURATION, store, former, NOW)).rejects.toMatchObject({
      code: 'restore_not_accepted',
    });
    await acceptGeneration(store, name, NOW);
    await expect(requireSameGeneration(CONFIGURATION, store, former, NOW)).rejects.toMatchObject({
      code: 'restored_meanwhile',
      retry: 'never',
    });
  });

  it('takes over in the generation that it started in', async () => {
    const { name } = await beginGeneration(store, { since: NOW - 1 }, NOW);
    await acceptGeneration(store, name, NOW);
    await requireSameGeneration(CONFIGURATION, store, await start(), NOW);
  });
});
