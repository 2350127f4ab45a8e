import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP carries it, with what it was recorded by. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** Of OpenTelemetry's protocol: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  /** Microseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Traces that it is linked to. */
  readonly links: readonly string[];
  /** The service within the process. */
  readonly scope: string;
  /** Of the process. */
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

/** What a collector does with a request: takes it, refuses it, or leaves it without an answer. */
export type CollectorMode = 'takes' | 'refuses' | 'hangs';

/** A collector of traces: OTLP over HTTP. It reads the spans that come as JSON. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** All bodies, as they came. */
  text = '';
  mode: CollectorMode = 'takes';

  private constructor(private readonly server: Server) {}

  static async open(port = 0): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        collector.headers.push(request.headers);
        if (collector.mode === 'hangs') return;
        if (request.method !== 'POST' || request.url !== '/v1/traces') response.writeHead(404).end();
        else if (collector.mode === 'refuses') response.writeHead(400).end();
        else {
          const type = request.headers['content-type'];
          const isJson = type === 'application/json';
          const body = Buffer.concat(chunks).toString(isJson ? 'utf8' : 'latin1');
          collector.text += body;
          if (isJson) collector.#read(body);
          response.writeHead(200, { 'content-type': type }).end(isJson ? '{}' : '');
        }
      });
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Send a service's traces here. */
  get variables(): Readonly<Record<string, string>> {
    return { OTEL_EXPORTER_OTLP_ENDPOINT: this.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  }

  /** The spans of the trace of a payment, in the order in which they began. Requests about the payment have others. */
  traceOf(paymentId: string): readonly CollectedSpan[] {
    const own = this.spans.find(
      ({ name, attributes }) => name === 'command payment.InitiatePayment' && attributes['payment.id'] === paymentId,
    );
    return this.spans.filter(({ traceId }) => traceId === own?.traceId).sort((a, b) => a.startedAt - b.startedAt);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  #read(body: string): void {
    for (const { resource, scopeSpans } of (JSON.parse(body) as Otlp).resourceSpans) {
      for (const { scope, spans } of scopeSpans) {
        for (const { startTimeUnixNano, endTimeUnixNano, attributes, links, status, ...span } of spans) {
          this.spans.push({
            ...span,
            parentSpanId: span.parentSpanId,
            startedAt: Number(BigInt(startTimeUnixNano) / 1_000n),
            endedAt: Number(BigInt(endTimeUnixNano) / 1_000n),
            failed: status.code === FAILED,
            attributes: read(attributes),
            links: links.map(({ traceId }) => traceId),
            scope: scope.name,
            resource: read(resource.attributes),
          });
        }
      }
    }
  }
}

const FAILED = 2;

type KeyValue = { readonly key: string; readonly value: Readonly<Record<string, string | number | boolean>> };

interface Otlp {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly (Pick<CollectedSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'kind'> & {
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
        readonly attributes: readonly KeyValue[];
        readonly links: readonly { readonly traceId: string }[];
        readonly status: { readonly code: number };
      })[];
    }[];
  }[];
}

function read(attributes: readonly KeyValue[]): CollectedSpan['attributes'] {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [[, first] = ['', '']] = Object.entries(value);
      return [key, 'intValue' in value ? Number(first) : first];
    }),
  );
}
