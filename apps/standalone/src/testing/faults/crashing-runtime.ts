import type { EventStore } from '@stablecoin/event-sourcing';
import type { ServiceBus } from '@stablecoin/messaging';
import type { Runtime } from '@stablecoin/host';
import type { MessageHandler } from '@nestjs/microservices';
import { crashingDatabase } from './crashing-database';
import type { CrashSwitch } from './crash-switch';
import { overriding } from '@stablecoin/chains';

/** The runtime with crash points around what its ports do: services cannot tell the difference. */
export function crashingRuntime(runtime: Runtime, crash: CrashSwitch): Runtime {
  const crashing: Runtime = {
    ...runtime,
    store: crashingStore(runtime.store, crash),
    bus: crashingBus(runtime.bus, crash),
    database: <DB>(service: string) => crashingDatabase(runtime.database<DB>(service), service, crash),
    forService: (service) => ({ ...crashing, log: runtime.forService(service).log }),
  };
  return crashing;
}

function crashingStore(store: EventStore, crash: CrashSwitch): EventStore {
  return overriding(store, {
    append: (stream, expected, events, options) => {
      const steps = [...new Set(events.map(({ type }) => `append ${type}`))];
      // Right behind an append it is on the disk, and nobody outside has been told.
      const beforeFlush = options?.beforeFlush === true && !crash.killsAfter(steps);
      return crash.around(steps, () => store.append(stream, expected, events, { beforeFlush }));
    },
  });
}

function crashingBus(bus: ServiceBus, crash: CrashSwitch): ServiceBus {
  return overriding(bus, {
    publish: (messages) => crash.around(['publish'], () => bus.publish(messages)),
    transport: (consumer, options) => {
      const transport = bus.transport(consumer, options);
      const addHandler = transport.addHandler.bind(transport);
      transport.addHandler = (pattern, callback, isEventHandler, extras) => {
        const handler: MessageHandler = (message, context) =>
          crash.around([`handle ${consumer}`], async () => (await callback(message, context)) as unknown);
        addHandler(pattern, handler, isEventHandler, extras);
      };
      return transport;
    },
  });
}
