import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '@stablecoin/contracts';
import { eventually } from '@stablecoin/event-sourcing/testing';

/** One call that came in. */
export interface ReceivedCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: WebhookEvent;
}

export interface SinkAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A customer's endpoint, on loopback. */
export class Sink {
  readonly calls: ReceivedCall[] = [];
  /** What is answered; a promise that never resolves is an endpoint that hangs. */
  answer: (call: ReceivedCall) => SinkAnswer | Promise<SinkAnswer> = () => ({ status: 204 });
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Sink> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const event = JSON.parse(body) as WebhookEvent;
        const call = { path: request.url ?? '', headers: request.headers, body, event };
        sink.calls.push(call);
        void Promise.resolve(sink.answer(call)).then(({ status, headers = {}, body: text = '' }) => {
          response.writeHead(status, headers).end(text);
        });
      });
    });
    const sink = new Sink(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  url(path = '/'): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${path}`;
  }

  /** The ids of the events that came in, in their order. */
  get eventIds(): readonly string[] {
    return this.calls.map(({ event }) => event.id);
  }

  /** Resolves when so many calls have come in. */
  received(count: number): Promise<void> {
    return eventually(() => expect(this.calls).toHaveLength(count));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
