import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { LeaderProxy } from './leader-proxy';

interface Instance {
  readonly server: Server;
  readonly port: number;
  isReady: boolean;
}

const instances: Instance[] = [];
let proxy: LeaderProxy;

afterEach(async () => {
  await proxy.close();
  for (const { server } of instances.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** It answers with its name, and never when it is asked to hang. */
async function instance(name: string, isReady: boolean): Promise<Instance> {
  const server = createServer((request, response) => {
    if (request.url === '/health/ready') response.writeHead(made.isReady ? 200 : 503).end();
    else if (request.url !== '/hang') response.end(name);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made: Instance = { server, port: (server.address() as AddressInfo).port, isReady };
  instances.push(made);
  return made;
}

async function ask(path = '/'): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${proxy.port}${path}`, { headers: { connection: 'close' } });
  return response.text();
}

it('sends requests to the instance that is ready, and to another one when that one is', async () => {
  const [first, second] = [await instance('first', false), await instance('second', true)];
  proxy = await LeaderProxy.listen(0, [first.port, second.port]);
  expect(await ask()).toBe('second');
  [first.isReady, second.isReady] = [true, false];
  await eventually(() => proxy.leader === first.port);
  expect(await ask()).toBe('first');
});

it('closes what it has sent to an instance that is not ready any more, and lets requests wait while none is', async () => {
  const only = await instance('only', true);
  proxy = await LeaderProxy.listen(0, [only.port]);
  await eventually(() => proxy.leader === only.port);
  const hanging = ask('/hang').catch(() => 'closed');
  await eventually(async () => (await ask()) === 'only');
  only.isReady = false;
  expect(await hanging).toBe('closed');
  const waiting = ask();
  await eventually(() => proxy.leader === undefined);
  only.isReady = true;
  expect(await waiting).toBe('only');
});
