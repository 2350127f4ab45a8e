import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keptAliveTransport } from './kept-alive';
import type { Chance } from './lies';
import { LyingEndpoint } from './lying-endpoint';

/** A {@link LyingEndpoint} as others reach it over HTTP, before a chain of this machine. */
export class LyingProxy {
  readonly #server: Server;

  private constructor(
    readonly endpoint: LyingEndpoint,
    server: Server,
  ) {
    this.#server = server;
  }

  /** Listens on a free port of this machine. @param url - of the chain */
  static async before(family: 'evm' | 'solana', url: string, random: Chance): Promise<LyingProxy> {
    const endpoint = new LyingEndpoint(family, keptAliveTransport(url), random);
    const server = createServer((request, response) => {
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      void bodyOf(request)
        .then((body) => endpoint.transport(body, gone.signal))
        .then(
          (answer) => response.setHeader('content-type', 'application/json').end(answer),
          () => response.destroy(),
        );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new LyingProxy(endpoint, server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
