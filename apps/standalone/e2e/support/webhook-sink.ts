import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly sequence: number;
    readonly data: Record<string, unknown>;
  };
  readonly status: number;
}

/** A receiver of webhooks on loopback, that keeps what it gets and answers as it is told. */
export class WebhookSink {
  readonly received: ReceivedDelivery[] = [];
  #respond: (delivery: Omit<ReceivedDelivery, 'status'>) => { status: number; headers?: Record<string, string> } =
    () => ({
      status: 200,
    });

  private constructor(private readonly server: Server) {}

  static async open(): Promise<WebhookSink> {
    const server = createServer();
    const sink = new WebhookSink(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const rawBody = Buffer.concat(chunks).toString('utf8');
        const delivery = { headers: request.headers, rawBody, event: JSON.parse(rawBody) as ReceivedDelivery['event'] };
        const { status, headers } = sink.#respond(delivery);
        sink.received.push({ ...delivery, status });
        response.writeHead(status, headers).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  /** How the following deliveries are answered. */
  answer(
    respond: (delivery: Omit<ReceivedDelivery, 'status'>) => { status: number; headers?: Record<string, string> },
  ): void {
    this.#respond = respond;
  }

  /** Deliveries that were answered with success. */
  accepted(type?: string): ReceivedDelivery[] {
    return this.received.filter((d) => d.status < 300 && (type === undefined || d.event.type === type));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/** Verifies `svc-signature` as a receiver would, from the documentation alone. */
export function hasValidSignature(delivery: ReceivedDelivery, secret: string): boolean {
  const parts = String(delivery.headers['svc-signature']).split(',');
  const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2);
  const expected = createHmac('sha256', secret).update(`${timestamp}.${delivery.rawBody}`).digest('hex');
  return parts.some((part) => part === `v1=${expected}`);
}
