import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aMoment } from '@stablecoin/event-sourcing/testing';
import { closedLoop } from './closed-loop';
import { openLoop } from './open-loop';
import { PAYMENTS, readsOf } from './workload';

let server: Server;
let url: string;
let respond: (response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((request, response) => {
    request.resume();
    request.on('end', () => respond(response));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const created = (response: ServerResponse): void => void response.writeHead(201).end('{}');

describe('a closed loop', () => {
  it('has one request per connection under way, and as many requests in all as it may', async () => {
    const waiting: ServerResponse[] = [];
    let most = 0;
    respond = (response) => {
      most = Math.max(most, waiting.push(response));
      // The others are only answered when every connection waits.
      if (waiting.length === 4) waiting.splice(0).forEach(created);
    };
    const load = { kind: 'closed', url, workload: PAYMENTS, connections: 4, seconds: 60, requestsMax: 40 } as const;
    expect(await closedLoop(load)).toMatchObject({ requests: 40, failures: {} });
    expect(most).toBe(4);
  });

  it('takes no other answer for success: 200 is one of a payment that was there already, and of a read', async () => {
    const statuses = [201, 200, 202, 429, 500];
    respond = (response) => void response.writeHead(statuses.shift() ?? 201).end();
    const load = { kind: 'closed', url, workload: PAYMENTS, connections: 1, seconds: 60, requestsMax: 5 } as const;
    expect(await closedLoop(load)).toMatchObject({ requests: 2, turnedAway: 1, failures: { '202': 1, '500': 1 } });
    respond = created;
    const reads = { ...load, workload: readsOf(['/']), requestsMax: 1 };
    expect(await closedLoop(reads)).toMatchObject({ requests: 0, failures: { '201': 1 } });
  });

  it('does not count the time of a connection that is done, while another one still waits', async () => {
    const waiting: ServerResponse[] = [];
    respond = (response) => {
      waiting.push(response);
      if (waiting.length < 4) return;
      const [last, ...first] = waiting;
      first.forEach(created);
      void aMoment(50).then(() => last !== undefined && created(last));
    };
    const load = { kind: 'closed', url, workload: PAYMENTS, connections: 4, seconds: 60, requestsMax: 4 } as const;
    const { requests, requestsPerSecond, p99Ms: longestMs } = await closedLoop(load);
    expect((requests * 1_000) / requestsPerSecond).toBeLessThan(longestMs);
  });

  it('counts connections that break', async () => {
    respond = (response) => response.destroy();
    const load = { kind: 'closed', url, workload: PAYMENTS, connections: 1, seconds: 60, requestsMax: 2 } as const;
    const { requests, failures } = await closedLoop(load);
    expect(requests).toBe(0);
    expect(Object.values(failures)).toEqual([2]);
  });
});

describe('an open loop', () => {
  it('sends whatever is due, also while nothing is answered', async () => {
    const waiting: ServerResponse[] = [];
    respond = (response) => {
      if (waiting.push(response) === 100) waiting.forEach(created);
    };
    const load = { kind: 'open', url, workload: PAYMENTS, requestsPerSecond: 1_000, seconds: 0.1 } as const;
    expect(await openLoop(load)).toMatchObject({ requests: 100, failures: {} });
  });
});
