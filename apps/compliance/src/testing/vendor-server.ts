import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a vendor's server got. */
export interface VendorRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on loopback that answers as the test wants. */
export class VendorServer {
  readonly asked: VendorRequest[] = [];
  answer: (response: ServerResponse, request: VendorRequest) => void = (response) => void response.writeHead(404).end();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { method = '', url: path = '', headers } = incoming;
        const request = { method, path, headers, body: Buffer.concat(chunks).toString() };
        this.asked.push(request);
        this.answer(response, request);
      });
    });
  }

  static async start(): Promise<VendorServer> {
    const vendor = new VendorServer();
    await new Promise<void>((resolve) => vendor.#server.listen(0, '127.0.0.1', resolve));
    return vendor;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Answers everything with this. */
  says(json: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): void {
    this.answer = (response) => void response.writeHead(status, headers).end(JSON.stringify(json));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
