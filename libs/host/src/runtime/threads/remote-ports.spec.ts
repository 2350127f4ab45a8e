import { MemoryEventStore } from '@stablecoin/stores';
import { describeEventStore } from '@stablecoin/stores/testing';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { InProcessBus, MemoryDeadLetters, DirectQueries } from '@stablecoin/messaging';
import { describeBus } from '../../../../messaging/src/testing/bus.contract';
import { describeQueries, type ContractQueries } from '../../../../messaging/src/queries/testing/queries.contract';
import { RemoteBus, serveBus } from './remote-bus';
import { RemoteEventStore, serveEventStore } from './remote-event-store';
import { RemoteQueries, serveQueries } from './remote-queries';
import { twoThreads } from './testing/two-threads';

describeEventStore('of another thread', () => {
  const { here, there, close } = twoThreads();
  const stored = new MemoryEventStore();
  serveEventStore(there, stored);
  let store = new RemoteEventStore(here);
  return Promise.resolve({
    store,
    reopen: async () => {
      await store.close();
      return (store = new RemoteEventStore(here));
    },
    dispose: async () => {
      await store.close();
      await stored.close();
      close();
    },
  });
});

describe('whether the store of another thread can write', () => {
  it('is known here, also when it could not before', async () => {
    const { here, there, close } = twoThreads();
    const stored = new MemoryEventStore();
    stored.writing.fails(new Error('the disk is full'));
    serveEventStore(there, stored);
    const store = new RemoteEventStore(here);
    await eventually(() => store.writing.problem?.message.includes('the disk is full'));
    stored.writing.works();
    await eventually(() => store.writing.problem === undefined);
    stored.writing.fails(new Error('the disk is full again'));
    await eventually(() => store.writing.problem?.message.includes('full again'));
    close();
  });
});

describeBus('of another thread', (limits) => {
  const { here, there, close } = twoThreads();
  const deadLetters = new MemoryDeadLetters();
  const served = new InProcessBus({ ...limits, deadLetters });
  serveBus(there, served);
  const bus = new RemoteBus(here);
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
    queries: new RemoteQueries<ContractQueries>(here),
    handlers,
    close: () => {
      close();
      return Promise.resolve();
    },
  });
});
