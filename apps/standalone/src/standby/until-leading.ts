import type { Configuration } from '@stablecoin/configuration';
import { createLogger } from '@stablecoin/observability';
import type { OpenRuntimeOptions } from '@stablecoin/runtime';
import { standBy } from './stand-by';

/** An instance that may start its services. */
export interface Leading {
  /** What the runtime is opened with. */
  readonly options: Pick<OpenRuntimeOptions, 'lease'>;
  /** Ends the answers of a standby, so that the gateway can listen on the port. */
  readonly stopStandingBy: () => Promise<void>;
}

/** Resolves at once on an embedded event store; on PostgreSQL when this instance leads. */
export async function untilLeading(configuration: Configuration): Promise<Leading> {
  const { eventStore, logLevel } = configuration;
  if (typeof eventStore !== 'object') return { options: {}, stopStandingBy: () => Promise.resolve() };
  const log = createLogger({ level: logLevel });
  const { lease, stopStandingBy } = await standBy(eventStore.url, configuration, log);
  return { options: { lease }, stopStandingBy };
}
