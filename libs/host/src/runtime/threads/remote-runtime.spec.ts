import { eventually } from '@stablecoin/event-sourcing/testing';
import { MemoryEventStore } from '@stablecoin/stores';
import { freshPostgres, mayUsePostgres } from '@stablecoin/stores/testing';
import { readConfiguration } from '../../configuration';
import type { Runtime } from '../runtime';
import { serveEventStore } from './remote-event-store';
import { openRemoteRuntime } from './remote-runtime';
import { twoThreads } from './testing/two-threads';

const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

(mayUsePostgres() ? describe : describe.skip)('protocol rule 38: a service on a thread of its own', () => {
  const { here, there, close } = twoThreads();
  const store = new MemoryEventStore();
  let looks: number;
  let failure: Error | undefined;
  let runtime: Runtime;

  beforeAll(async () => {
    serveEventStore(there, store);
    there.answer('look again', () => {
      looks += 1;
      if (failure !== undefined) throw failure;
    });
    const configuration = readConfiguration({
      EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false',
      ...{ DATABASE_URL: await freshPostgres(), SECRETS_KEY, LOG_LEVEL: 'silent' },
    });
    runtime = openRemoteRuntime(here, { configuration, generation: null, heldGrants: new Set(), secrets: [] });
  });
  beforeEach(() => {
    [looks, failure] = [0, undefined];
  });
  afterAll(async () => {
    await runtime.close();
    close();
    await store.close();
  });

  const acquire = (lease: ReturnType<Runtime['lease']>) => {
    if (lease === null) throw new Error('several instances share the store');
    return lease.acquire(new AbortController().signal);
  };

  it('has the other thread look at the store again when it takes over', async () => {
    const lease = runtime.lease('gateway');
    const first = await acquire(lease);
    await first.release();
    expect(looks).toBe(0);
    const second = await acquire(lease);
    expect(looks).toBe(1);
    await second.release();
  });

  it('does not lead while the other thread cannot look', async () => {
    const lease = runtime.lease('gateway');
    await (await acquire(lease)).release();
    failure = new Error('too few endpoints answer');
    await expect(acquire(lease)).rejects.toThrow('too few endpoints answer');
    const other = await acquire(runtime.lease('gateway'));
    await eventually(() => expect(other.term.isCertain).toBe(true));
    await other.release();
  });
});
