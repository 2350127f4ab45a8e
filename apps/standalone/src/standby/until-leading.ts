import type { Configuration, OpenRuntimeOptions } from '@stablecoin/host';
import { createLogger, MetricsServer, PrometheusMeter } from '@stablecoin/host';
import { standBy } from './stand-by';

/** An instance that may start its services. */
export interface LeadingInstance {
  /** What the runtime is opened with. */
  readonly options: Pick<OpenRuntimeOptions, 'lease'>;
  /** Ends the answers of a standby, so that the gateway can listen on the port. */
  readonly stopStandingBy: () => Promise<void>;
}

/** Resolves at once on an embedded event store; on PostgreSQL when this instance leads. */
export async function untilLeading(configuration: Configuration): Promise<LeadingInstance> {
  const { eventStore, logLevel } = configuration;
  if (typeof eventStore !== 'object') return { options: {}, stopStandingBy: () => Promise.resolve() };
  const log = createLogger({ level: logLevel });
  const metrics = await openMetrics(configuration);
  try {
    const { lease, stopStandingBy } = await standBy(eventStore.url, configuration, log);
    return { options: { lease }, stopStandingBy };
  } finally {
    await metrics?.close();
  }
}

/** A standby has metrics of its own, so that monitoring sees that it is there. Those of a leader take their place. */
async function openMetrics({ host, metricsPort }: Configuration): Promise<MetricsServer | undefined> {
  if (metricsPort === null) return undefined;
  const meter = new PrometheusMeter({ processMetrics: true });
  meter.gauge('leads', { service: 'standalone' }, () => 0);
  return MetricsServer.listen(meter, { host, port: metricsPort });
}
