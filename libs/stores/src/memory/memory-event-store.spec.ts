import { newEvents } from '../testing/event-store-contract/fixture';
import { describeEventStore } from '../testing/event-store.contract';
import { MemoryEventStore } from './memory-event-store';

describeEventStore('memory', () => {
  const store = new MemoryEventStore();
  // It lives in its process, so there is nothing to open again.
  return Promise.resolve({ store, reopen: () => Promise.resolve(store), dispose: () => store.close() });
});

describe('memory event store', () => {
  it('is empty at first: its head is 0', async () => {
    expect(await new MemoryEventStore().head()).toBe(0);
  });

  it('lets others have their turn between the batches of a subscriber that gives way', async () => {
    const store = new MemoryEventStore();
    await store.append('order-1', 'none', newEvents(5));
    const signal = new AbortController().signal;
    let turns = 0;
    for await (const { caughtUp } of store.subscribe({ after: 'start', batchSize: 1, givesWay: true, signal })) {
      if (caughtUp) break;
      setImmediate(() => turns++);
    }
    expect(turns).toBe(4);
  });
});
