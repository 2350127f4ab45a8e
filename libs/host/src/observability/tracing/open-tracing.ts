import type { Log, Meter } from '@stablecoin/event-sourcing';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { version } from '../../../package.json';
import { ExportQueue } from './export-queue';
import { OtlpTracing } from './otlp-tracing';
import { samplerOf } from './sampler';
import type { SamplerName } from './sampler';

/** Where traces go, and which of them. */
export interface TracingSettings {
  /** Base URL of a collector that takes OTLP over HTTP. */
  readonly endpoint: string;
  /** How spans are written. Protobuf takes a quarter less of our processor time than JSON, and a third of the bytes. */
  readonly protocol: 'http/protobuf' | 'http/json';
  /** Sent with each export. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sampler: SamplerName;
  /** Share of the traces that a ratio sampler records, 0 to 1. */
  readonly ratio: number;
  /** What this process is called in traces. */
  readonly serviceName: string;
}

export interface TracingParts {
  readonly log: Log;
  readonly meter: Meter;
}

/** How long one export may take, with its repetitions, in milliseconds. */
const EXPORT_MS = 5_000;

/**
 * Records traces and sends them to a collector. A collector that is slow or down costs spans, and nothing else. The
 * libraries are loaded here: `.swcrc` has them among what is loaded late.
 */
export function openTracing(settings: TracingSettings, parts: TracingParts): OtlpTracing {
  const { endpoint, protocol, headers, sampler, ratio, serviceName } = settings;
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const Exporter = protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_MS });
  return new OtlpTracing({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'process.pid': process.pid,
    }),
    sampler: samplerOf(sampler, ratio),
    queue: new ExportQueue(exporter, EXPORT_MS, parts),
    service: serviceName,
  });
}
