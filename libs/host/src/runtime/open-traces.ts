import type { Configuration } from '../configuration';
import { openTracing, silentTracing } from '../observability';
import type { Tracing, TracingParts } from '../observability';
import type { Shutdown } from './shutdown';

/** How long the last spans may take, in milliseconds: no stop waits for a collector. */
const CLOSE_MS = 2_000;

/** Opens the traces of a process, or of a thread of it: none without a collector. */
export function openTraces(
  configuration: Pick<
    Configuration,
    'otlpEndpoint' | 'otlpProtocol' | 'otlpHeaders' | 'tracesSampler' | 'tracesSamplerArg' | 'otelServiceName'
  >,
  services: readonly string[],
  parts: TracingParts,
  shutdown: Shutdown,
): Tracing {
  const { otlpEndpoint, otlpProtocol, otlpHeaders, tracesSampler, tracesSamplerArg, otelServiceName } = configuration;
  if (otlpEndpoint === null) return silentTracing;
  const tracing = openTracing(
    {
      endpoint: otlpEndpoint.url,
      protocol: otlpProtocol,
      headers: otlpHeaders ?? {},
      sampler: tracesSampler,
      ratio: tracesSamplerArg,
      serviceName: otelServiceName ?? nameOf(services),
    },
    parts,
  );
  shutdown.register('traces', () => tracing.close(), CLOSE_MS);
  // What the bus records is the service's, if there is only one.
  const [only, ...others] = services;
  return only === undefined || others.length > 0 ? tracing : tracing.forService(only);
}

function nameOf([only, ...others]: readonly string[]): string {
  return only === undefined || others.length > 0 ? 'stablecoin-payments' : `stablecoin-${only}`;
}
