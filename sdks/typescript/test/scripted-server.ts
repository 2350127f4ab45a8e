import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request: an answer, or none. */
export type Step =
  | 'connection_reset'
  | 'timeout'
  | 'cut_body'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
      readonly text?: string;
      /** How far the clock moves before the answer. */
      readonly takes_ms?: number;
    };

export interface SeenRequest {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly rawBody: string;
}

/** An HTTP server that does what the steps say, one for each request, and keeps the requests. */
export class ScriptedServer {
  readonly requests: SeenRequest[] = [];
  #steps: readonly Step[] = [];

  private constructor(
    private readonly server: Server,
    private readonly moveClock: (ms: number) => void,
  ) {}

  static async open(moveClock: (ms: number) => void = () => undefined): Promise<ScriptedServer> {
    const server = createServer();
    const scripted = new ScriptedServer(server, moveClock);
    server.on('request', (request, response) => void scripted.#answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Forgets what it has seen. */
  play(steps: readonly Step[]): void {
    this.requests.length = 0;
    this.#steps = steps;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    const step = this.#steps[this.requests.length];
    this.requests.push({
      method: request.method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      rawBody: Buffer.concat(chunks).toString('utf8'),
    });
    if (step === 'timeout') return;
    if (step === 'connection_reset') return void request.socket.destroy();
    if (step === 'cut_body') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"id": "pay_', () => request.socket.destroy());
      return;
    }
    const {
      status,
      headers = {},
      body,
      text = JSON.stringify(body),
      takes_ms: takesMs = 0,
    } = step ?? {
      status: 501,
      text: 'There is one request more than the script has answers.',
    };
    this.moveClock(takesMs);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  }
}

/** Lets real time pass. Nothing may depend on how long exactly. */
export function aMoment(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
