import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** How often each instance is asked whether it is ready, and how long that may take. */
const CHECK_MS = 100;
const CHECK_TIMEOUT_MS = 1_000;
/** How long a connection waits for an instance that is ready, as while another one takes over. */
const WAIT_MS = 10_000;
const LOOK_MS = 20;

/** Hands connections to the one instance that is ready: what a load balancer with health checks does elsewhere. */
export class LeaderProxy {
  readonly #server: Server;
  readonly #closing = new AbortController();
  /** Connections by the port of the instance that they go to. */
  readonly #open = new Map<Socket, number>();
  readonly #ready = new Map<number, boolean>();

  private constructor(private readonly targets: readonly number[]) {
    this.#server = createServer((client) => void this.#connect(client));
    for (const target of targets) void this.#watch(target);
  }

  static async listen(port: number, targets: readonly number[]): Promise<LeaderProxy> {
    const proxy = new LeaderProxy(targets);
    proxy.#server.listen(port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The port of the instance that gets connections; undefined while none is ready. */
  get leader(): number | undefined {
    return this.targets.find((target) => this.#ready.get(target) === true);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#open.keys()) socket.destroy();
    await closed;
  }

  async #watch(target: number): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const isReady = await fetch(`http://127.0.0.1:${target}/health/ready`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]),
      }).then(
        ({ ok }) => ok,
        () => false,
      );
      this.#ready.set(target, isReady);
      if (!isReady) this.#cut(target);
      await pause(CHECK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** An instance that is not ready may never answer what it was sent. */
  #cut(target: number): void {
    for (const [socket, port] of this.#open) if (port === target) socket.destroy();
  }

  async #connect(client: Socket): Promise<void> {
    client.on('error', () => client.destroy());
    const deadline = performance.now() + WAIT_MS;
    while (this.leader === undefined && !client.destroyed && performance.now() < deadline) await pause(LOOK_MS);
    const target = this.leader;
    if (target === undefined || client.destroyed || this.#closing.signal.aborted) {
      client.destroy();
      return;
    }
    const server = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#open.set(socket, target);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        this.#open.delete(socket);
        other.destroy();
      });
    }
    client.pipe(server).pipe(client);
  }
}
