import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@stablecoin/event-sourcing/testing';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A service that answers its health check with a status. @returns its port */
async function serviceThatAnswers(status: number): Promise<number> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/health/ready' ? status : 404).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** @returns its exit code */
function healthOf(environment: Readonly<Record<string, number>>): Promise<unknown> {
  const ports = Object.entries(environment).map(([name, port]) => [name, String(port)]);
  const env = { PATH: process.env['PATH'], ...(Object.fromEntries(ports) as Record<string, string>) };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(__dirname, 'health.mjs')], { env }, (error) => resolve(error?.code ?? 0));
  });
}

describe('the health check of the image', () => {
  it('is healthy when the service is ready, alone or in one process', async () => {
    const ready = await serviceThatAnswers(200);
    expect(await healthOf({ PORT: ready })).toBe(0);
    expect(await healthOf({ QUERY_PORT: ready, PORT: await freePort() })).toBe(0);
    expect(await healthOf({ QUERY_PORT: await freePort(), PORT: ready })).toBe(0);
  });

  it('is not when it is not ready, or nothing listens', async () => {
    const starting = await serviceThatAnswers(503);
    expect(await healthOf({ PORT: starting })).toBe(1);
    expect(await healthOf({ QUERY_PORT: starting, PORT: await serviceThatAnswers(200) })).toBe(1);
    expect(await healthOf({ PORT: await freePort() })).toBe(1);
    expect(await healthOf({})).toBe(1);
  });
});
