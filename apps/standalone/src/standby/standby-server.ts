import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiError, newId } from '@stablecoin/contracts';
import type { Readiness } from '@stablecoin/host';

/** When a client may try again, in seconds: a load balancer has found the leader by then. */
const TRY_AGAIN_S = '1';

/** Answers for an instance that does not lead: it lives, it is not ready, and it serves nothing. */
export class StandbyServer {
  private constructor(private readonly server: Server) {}

  static async listen(host: string, port: number): Promise<StandbyServer> {
    const server = createServer((request, response) => {
      // What is sent with the request is of no interest.
      request.resume();
      const path = request.url?.replace(/\?.*$/, '');
      if (path === '/health/live') answer(response, 200, { live: true });
      else if (path === '/health/ready') answer(response, 503, NOT_READY);
      else answer(response, 503, refusal());
    });
    server.listen(port, host);
    await once(server, 'listening');
    return new StandbyServer(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

const NOT_READY: Readiness = {
  ready: false,
  checks: { leadership: { status: 'down', reason: 'another instance leads, or this one is taking over' } },
};

function refusal(): object {
  const error = new ApiError(
    'internal_error',
    'This instance stands by, and another one leads. Send this request again.',
  );
  return error.body(newId('req', Date.now()));
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...(status === 200 ? {} : { 'retry-after': TRY_AGAIN_S }),
  });
  response.end(JSON.stringify(body));
}
