import { PostgresLease } from '@stablecoin/stores';
import type { Shutdown } from './shutdown';
import type { Databases } from './databases';
import type { Runtime } from './runtime';
import { lookingAtTakeOver } from './take-over';

/** Makes the runtime of a process, or of a thread of it, from its ports, its databases and its shutdown. */
export function assembleRuntime(
  ports: Omit<Runtime, 'database' | 'lease' | 'onStop' | 'forService' | 'close'>,
  databases: Databases,
  shutdown: Shutdown,
): Runtime {
  const { log, tracing, health, configuration, lookAgain } = ports;
  const runtime: Runtime = {
    ...ports,
    database: <DB>(service: string) => databases.get<DB>(service),
    lease: (service) => {
      const { database, eventStore } = configuration;
      // The folder of the embedded stores is one process's anyway, and so is an event store on PostgreSQL.
      if (typeof database === 'string' || typeof eventStore === 'object') return null;
      return lookingAtTakeOver(new PostgresLease({ url: database.url, name: service }), { look: lookAgain, log });
    },
    onStop: (name, hook) => shutdown.register(name, hook),
    forService: (service) => ({
      ...runtime,
      log: log.child({ service }),
      tracing: tracing.forService(service),
    }),
    close: () => {
      health.stopping();
      return shutdown.run();
    },
  };
  return runtime;
}
