import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import type { HeldKey } from './held-key';

/** What happens to a call instead of its answer. */
export type Fault =
  /** No answer, until the caller goes. */
  | 'hangs'
  | 'throttled'
  | 'fails'
  /** The right answer, in Brotli. */
  | 'encodes'
  /** The right answer, behind more blanks than anybody reads. */
  | 'floods'
  | 'denied'
  | 'unknown credentials'
  | 'missing'
  | 'disabled'
  | 'not for signing'
  /** The page of a proxy in front of it. */
  | 'is a page'
  /** The API is switched off in the project. */
  | 'switched off'
  /** A signature of the right form, by the right key, over something else. */
  | 'forges'
  /** Bytes that are none. */
  | 'garbles';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** The HTTP API of a key management service, as far as signing needs it. */
export abstract class FakeService {
  readonly keys = new Map<string, HeldKey>();
  /** Of the next calls, in their order; after them all is well. */
  readonly faults: (Fault | null)[] = [];
  /** What was called, in the service's own words. */
  readonly calls: string[] = [];
  /** How far the clock of the service is ahead of this machine's, in milliseconds. */
  aheadMs = 0;
  readonly #server = createServer((request, response) => {
    const fault = this.faults.shift() ?? null;
    if (fault === 'hangs') return;
    void this.#answer(request, fault).then(({ status, body }) => {
      response.setHeader('date', new Date(this.now()).toUTCString());
      if (fault === 'is a page') {
        response.writeHead(403, { 'content-type': 'text/html' }).end('<html><body>Access denied</body></html>');
        return;
      }
      const json = JSON.stringify(body);
      response.setHeader('content-type', this.contentType);
      if (fault === 'encodes') {
        response.writeHead(status, { 'content-encoding': 'br' }).end(brotliCompressSync(json));
      } else response.writeHead(status).end(fault === 'floods' ? `${' '.repeat(2_000_000)}${json}` : json);
    });
  });

  protected abstract readonly contentType: string;
  protected abstract answer(request: IncomingMessage, body: string, fault: Fault | null): Promise<Answer>;

  /** The clock of the service, in milliseconds since the epoch. */
  protected now(): number {
    return Date.now() + this.aheadMs;
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, fault: Fault | null): Promise<Answer> {
    try {
      return await this.answer(request, await text(request), fault);
    } catch (error) {
      return { status: 500, body: String(error) };
    }
  }
}

/** What a service says is its signature. */
export async function signatureOf(key: HeldKey, input: Uint8Array, fault: Fault | null): Promise<Buffer> {
  if (fault === 'garbles') return Buffer.alloc(key.curve === 'ed25519' ? 64 : 71, 0x30);
  return key.sign(fault === 'forges' ? Buffer.alloc(input.length, 0x66) : input);
}
