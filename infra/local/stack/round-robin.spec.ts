import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { aMoment, freePort } from '@stablecoin/event-sourcing/testing';
import { RoundRobin } from './round-robin';

const servers: Server[] = [];
const balancers: RoundRobin[] = [];

afterEach(async () => {
  for (const balancer of balancers.splice(0)) await balancer.close();
  for (const server of servers.splice(0)) server.close();
});

async function serverThatSays(text: string): Promise<number> {
  const server = createServer((_request, response) => response.end(text));
  servers.push(server);
  return listening(server);
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function answersOf(targets: readonly number[], times: number): Promise<string[]> {
  const port = await freePort();
  balancers.push(await RoundRobin.listen(port, targets));
  const answers: string[] = [];
  for (let n = 0; n < times; n++) {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    answers.push(await response.text());
  }
  return answers;
}

it('hands connections to each in turn', async () => {
  const targets = [await serverThatSays('one'), await serverThatSays('two')];
  expect(await answersOf(targets, 4)).toEqual(['one', 'two', 'one', 'two']);
});

it('passes over one that is down', async () => {
  const targets = [await freePort(), await serverThatSays('up')];
  expect(await answersOf(targets, 3)).toEqual(['up', 'up', 'up']);
});

it('breaks the connection when all are', async () => {
  await expect(answersOf([await freePort()], 1)).rejects.toThrow('fetch failed');
});

it('brings the answer to a client that is still sending', async () => {
  // What comes after the answer it does not read, and closes on it: that breaks the connection.
  const refusing = createTcpServer((socket) =>
    socket.write('too long', () => void aMoment(20).then(() => socket.destroy())),
  );
  servers.push(refusing);
  const target = await listening(refusing);
  const port = await freePort();
  balancers.push(await RoundRobin.listen(port, [target]));
  const client = connect(port, '127.0.0.1');
  const sending = setInterval(() => client.write(Buffer.alloc(64 * 1_024)), 1);
  const answer = await bodyOf(client).finally(() => clearInterval(sending));
  client.destroy();
  expect(answer).toBe('too long');
});
