import { createHmac } from 'node:crypto';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { Webhook } from 'standardwebhooks';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedDelivery {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly created_at: string;
    readonly sequence: number;
    readonly livemode: boolean;
    readonly data: Record<string, unknown>;
  };
  /** When it came, in milliseconds since the epoch. */
  readonly at: number;
  /** What it was answered with; null: not at all. */
  readonly status: number | null;
}

export type Responder = (delivery: Omit<ReceivedDelivery, 'status'>) => {
  readonly status: number | null;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

/** A receiver of webhooks on loopback, that keeps what it gets and answers as it is told. */
export class WebhookSink {
  readonly received: ReceivedDelivery[] = [];
  #respond: Responder = () => ({ status: 200 });

  private constructor(private readonly server: Server) {}

  static async open(): Promise<WebhookSink> {
    const server = createServer();
    const sink = new WebhookSink(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const rawBody = Buffer.concat(chunks).toString('utf8');
        const event = JSON.parse(rawBody) as ReceivedDelivery['event'];
        const { method, url: path, headers: requestHeaders } = request;
        const delivery = { method, path, headers: requestHeaders, rawBody, event, at: Date.now() };
        const { status, headers, body } = sink.#respond(delivery);
        sink.received.push({ ...delivery, status });
        if (status !== null) response.writeHead(status, headers).end(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  /** How the following deliveries are answered. */
  answer(respond: Responder): void {
    this.#respond = respond;
  }

  /** Deliveries that were answered with success. */
  accepted(type?: string): ReceivedDelivery[] {
    return this.received.filter(
      ({ status, event }) => status !== null && status < 300 && (type === undefined || event.type === type),
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/** Waits for a number of deliveries, and answers them all. */
export function receivedBy({ received }: WebhookSink, count = 1): Promise<ReceivedDelivery[]> {
  return eventually(() => received.length >= count && [...received]);
}

/** Verifies the headers of Standard Webhooks with the library that receivers use. */
export function isVerified({ rawBody, headers }: ReceivedDelivery, secret: string): boolean {
  try {
    new Webhook(secret).verify(rawBody, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** Verifies `svc-signature` as a receiver would, from the documentation alone. */
export function hasValidSignature(delivery: ReceivedDelivery, secret: string): boolean {
  const parts = String(delivery.headers['svc-signature']).split(',');
  const timestamp = parts.find((part) => part.startsWith('t='))?.slice(2);
  const expected = createHmac('sha256', secret).update(`${timestamp}.${delivery.rawBody}`).digest('hex');
  return parts.some((part) => part === `v1=${expected}`);
}
