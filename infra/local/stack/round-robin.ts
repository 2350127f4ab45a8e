import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** How long a client may go on sending after its answer. */
const LINGER_MS = 1_000;

/** Hands connections to several ports in turn, past those where nobody listens: what a load balancer does elsewhere. */
export class RoundRobin {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #turn = 0;

  private constructor(private readonly targets: readonly number[]) {
    this.#server = createServer((client) => {
      this.#follow(client);
      this.#connect(client, targets.length);
    });
  }

  static async listen(port: number, targets: readonly number[]): Promise<RoundRobin> {
    const balancer = new RoundRobin(targets);
    balancer.#server.listen(port, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #connect(client: Socket, triesLeft: number): void {
    const target = this.targets[this.#turn++ % this.targets.length];
    if (target === undefined || triesLeft === 0) {
      client.destroy();
      return;
    }
    const server = connect(target, '127.0.0.1');
    this.#follow(server);
    const tryNext = (): void => this.#connect(client, triesLeft - 1);
    server.once('error', tryNext);
    server.once('connect', () => {
      server.off('error', tryNext);
      client.pipe(server).pipe(client);
      client.once('close', () => server.destroy());
      server.once('close', () => this.#endAfterAnswer(client));
    });
  }

  /**
   * A server may answer and close while the client is still sending. To close on a client that sends would take the
   * answer from it, so what it sends is let run out first.
   */
  #endAfterAnswer(client: Socket): void {
    client.unpipe();
    client.end();
    client.resume();
    setTimeout(() => client.destroy(), LINGER_MS).unref();
  }

  #follow(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#open.delete(socket));
  }
}
