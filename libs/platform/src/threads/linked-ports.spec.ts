import { MemoryEventStore } from '@stablecoin/event-sourcing';
import { describeEventStore } from '@stablecoin/event-sourcing/testing';
import { InProcessBus, MemoryDeadLetters } from '@stablecoin/messaging';
import { describeBus } from '../../../messaging/src/testing/bus.contract';
import { describeQueries, type ContractQueries } from '../queries/testing/queries.contract';
import { DirectQueries } from '../queries';
import { LinkedBus, serveBus } from './linked-bus';
import { LinkedEventStore, serveEventStore } from './linked-event-store';
import { LinkedQueries, serveQueries } from './linked-queries';
import { twoThreads } from './testing/two-threads';

describeEventStore('of another thread', () => {
  const { here, there, close } = twoThreads();
  const stored = new MemoryEventStore();
  serveEventStore(there, stored);
  let store = new LinkedEventStore(here);
  return Promise.resolve({
    store,
    reopen: async () => {
      await store.close();
      return (store = new LinkedEventStore(here));
    },
    dispose: async () => {
      await store.close();
      await stored.close();
      close();
    },
  });
});

describeBus('of another thread', (limits) => {
  const { here, there, close } = twoThreads();
  const deadLetters = new MemoryDeadLetters();
  const served = new InProcessBus({ ...limits, deadLetters });
  serveBus(there, served);
  const bus = new LinkedBus(here);
  return Promise.resolve({
    bus,
    deadLetters,
    transport: (consumer: string) => bus.transport(consumer),
    close: async () => {
      await served.stop();
      close();
    },
  });
});

describeQueries('of another thread', () => {
  const { here, there, close } = twoThreads();
  const handlers = new DirectQueries<ContractQueries>();
  serveQueries(there, handlers);
  return Promise.resolve({
    queries: new LinkedQueries<ContractQueries>(here),
    handlers,
    close: () => {
      close();
      return Promise.resolve();
    },
  });
});
