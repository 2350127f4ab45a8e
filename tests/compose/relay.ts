import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Hands each connection on to another one that is opened for it. */
export class Relay {
  readonly #sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  /**
   * @param host - the address that it listens on
   * @param connect - opens a connection to what is behind it
   */
  static async open(host: string, connect: () => Socket): Promise<Relay> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const relay = new Relay(server);
    server.on('connection', (incoming) => {
      const outgoing = connect();
      for (const [one, other] of [
        [incoming, outgoing],
        [outgoing, incoming],
      ] as const) {
        relay.#sockets.add(one);
        one.on('error', () => other.destroy()).on('close', () => relay.#sockets.delete(one));
        one.pipe(other);
      }
    });
    return relay;
  }

  get url(): string {
    const { address, port } = this.server.address() as AddressInfo;
    return `http://${address}:${port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
