import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PrometheusMeter } from './prometheus-meter';

/** Serves `GET /metrics` on its own port, which can be private. */
export class MetricsServer {
  private constructor(private readonly server: Server) {}

  /** @param port - 0 takes any that is free */
  static async listen(
    meter: PrometheusMeter,
    { host, port }: { readonly host: string; readonly port: number },
  ): Promise<MetricsServer> {
    const server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      meter.text().then(
        (text) => response.writeHead(200, { 'content-type': meter.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    server.listen(port, host);
    await once(server, 'listening');
    return new MetricsServer(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}
