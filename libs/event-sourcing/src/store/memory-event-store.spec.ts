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
});
