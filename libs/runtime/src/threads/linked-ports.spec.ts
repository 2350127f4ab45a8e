import { MemoryEventStore } from '@stablecoin/event-sourcing';
import { describeEventStore, eventually } from '@stablecoin/event-sourcing/testing';
import { InProcessBus, MemoryDeadLetters, WantedKeys } from '@stablecoin/messaging';
import { aMessage } from '../../../messaging/src/testing/a-message';
import { describeBus } from '../../../messaging/src/testing/bus.contract';
import { listenWith } from '../../../messaging/src/testing/recording-service';
import { describeQueries, type ContractQueries } from '../../../queries/src/testing/queries.contract';
import { DirectQueries } from '@stablecoin/queries';
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

describe('whether the store of another thread can write', () => {
  it('is known here, also when it could not before', async () => {
    const { here, there, close } = twoThreads();
    const stored = new MemoryEventStore();
    stored.writing.fails(new Error('the disk is full'));
    serveEventStore(there, stored);
    const store = new LinkedEventStore(here);
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

describe('the bus of another thread', () => {
  it('is brought those messages of a type that are wanted for some keys only, from then on', async () => {
    const { here, there, close } = twoThreads();
    const served = new InProcessBus({ deadLetters: new MemoryDeadLetters() });
    serveBus(there, served);
    const bus = new LinkedBus(here);
    const keys = new WantedKeys();
    const heard: string[] = [];
    const service = await listenWith(
      bus.transport('payment', { onlyWanted: { types: ['payment.InitiatePayment'], keys } }),
      ({ id }) => heard.push(id),
    );
    await bus.publish([aMessage({ id: 'a', key: 'k' })]);
    keys.add('k');
    await bus.publish([aMessage({ id: 'b', key: 'k' }), aMessage({ id: 'c', key: 'other' })]);
    keys.delete('k');
    await bus.publish([aMessage({ id: 'd', key: 'k' })]);
    expect(heard).toEqual(['b']);
    await service.close();
    await served.stop();
    close();
  });
});
