import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RpcTransport } from '../rpc/rpc-endpoint';
import { RpcRefusal, SolanaNode } from './solana-node';

type Call = Readonly<Record<string, unknown>>;

/** The JSON-RPC endpoint of a {@link SolanaNode}, with ways to fail. */
export class SolanaFront extends SolanaNode {
  readonly #losses: { readonly method: string; readonly when: 'before' | 'after' }[] = [];
  #server: Server | undefined;
  /** Every answer fails. */
  isDead = false;
  /** How long every answer takes. */
  delayMs = 0;
  /** Questions arrive, or answers come back, only with the next {@link release}. */
  isSlow: false | 'there' | 'back' = false;
  readonly #held: (() => void)[] = [];
  /** Told of every answer before it leaves. */
  onAnswer: (() => void) | undefined;
  /** Calls so far, by method. */
  readonly calls = new Map<string, number>();

  /** The next answers to a method are lost: `before` it has any effect, or `after`. */
  lose(method: string, when: 'before' | 'after', times = 1): void {
    for (let i = 0; i < times; i++) this.#losses.push({ method, when });
  }

  /** No answer is lost any more. */
  loseNothing(): void {
    this.#losses.length = 0;
  }

  /** As the service reaches it, without a socket. */
  readonly transport: RpcTransport = async (body, signal) => {
    if (this.delayMs > 0) await waited(this.delayMs, signal);
    if (this.isDead) throw new Error('connection refused');
    if (this.isSlow === 'there') await this.#hold();
    const answer = this.handle(body);
    if (this.isSlow === 'back') await this.#hold();
    return answer;
  };

  /** Lets go what {@link isSlow} has held. */
  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  /** Opens it on a free port of this machine. */
  async listen(port = 0): Promise<string> {
    this.#server = createServer((request, response) => {
      void bodyOf(request)
        .then((body) => this.transport(body, new AbortController().signal))
        .then(
          (answer) => response.setHeader('content-type', 'application/json').end(answer),
          () => response.destroy(),
        );
    });
    await new Promise<void>((resolve) => this.#server?.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => (this.#server === undefined ? resolve(null) : this.#server.close(resolve)));
  }

  /** Answers one call, or a batch. */
  handle(body: string): string {
    const parsed: unknown = JSON.parse(body);
    const answers = (Array.isArray(parsed) ? parsed : [parsed]).map((call) => this.#answer(call as Call));
    this.onAnswer?.();
    return JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
  }

  #hold(): Promise<void> {
    return new Promise((resolve) => this.#held.push(resolve));
  }

  #answer({ id, method, params }: Call): object {
    const name = String(method);
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1);
    const index = this.#losses.findIndex((each) => each.method === name);
    const [loss] = index < 0 ? [] : this.#losses.splice(index, 1);
    if (loss?.when === 'before') throw new Error('connection reset');
    try {
      const result = this.call(name, (params ?? []) as readonly unknown[]);
      if (loss?.when === 'after') throw new Error('connection reset');
      return { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      return { jsonrpc: '2.0', id, error: { code: error.rpcCode, message: error.message } };
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('aborted'));
    });
  });
}
