import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Listens on every address of this machine, IPv4 and IPv6, and counts who connects: nobody must. */
export class Listener {
  /** The first bytes of each connection. */
  readonly reached: string[] = [];

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Listener> {
    const server = createServer();
    const listener = new Listener(server);
    server.on('connection', (socket) => {
      const place = listener.reached.push('') - 1;
      socket.on('error', () => undefined);
      socket.once('data', (bytes) => {
        listener.reached[place] = bytes.toString('latin1').slice(0, 500);
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      });
    });
    // Both families, where there are both.
    await new Promise<void>((resolve) => {
      server.once('error', () => server.listen(0, '0.0.0.0', resolve));
      server.listen(0, '::', resolve);
    });
    return listener;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    await closed;
  }
}
