import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limited } from './endpoint-limits';
import type { EndpointLimits } from './endpoint-limits';
import { keptAliveTransport } from './kept-alive';
import type { Chance } from './lies';
import { LyingEndpoint } from './lying-endpoint';

/** A {@link LyingEndpoint}, which may have limits, as others reach it over HTTP, before a chain of this machine. */
export class LyingProxy {
  /** What it takes and keeps. */
  limits: EndpointLimits = {};
  readonly endpoint: LyingEndpoint;
  readonly #server: Server;

  private constructor(family: 'evm' | 'solana', url: string, random: Chance) {
    const through = limited(keptAliveTransport(url), () => this.limits);
    this.endpoint = new LyingEndpoint(family, through, random);
    this.#server = createServer((request, response) => {
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      void bodyOf(request)
        .then((body) => this.endpoint.transport(body, gone.signal))
        .then(
          (answer) => response.setHeader('content-type', 'application/json').end(answer),
          () => response.destroy(),
        );
    });
  }

  /** Listens on a free port of this machine. @param url - of the chain */
  static async before(family: 'evm' | 'solana', url: string, random: Chance): Promise<LyingProxy> {
    const proxy = new LyingProxy(family, url, random);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
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
