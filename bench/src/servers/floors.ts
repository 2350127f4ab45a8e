import { Child } from '../processes/child';
import type { Cleanup } from '../processes/cleanup';
import { temporaryFolder } from '../processes/folders';

/** A server that is measured. */
export interface Server {
  readonly url: string;
  readonly pid: number;
}

/** Fastify and one durable event. */
export function startFloor(cleanup: Cleanup): Promise<Server> {
  return start('servers/floor-server.js', [temporaryFolder(cleanup).path], cleanup);
}

/** Fastify and one durable event on a PostgreSQL or an EventStoreDB. */
export function startFloorOn(url: string, cleanup: Cleanup): Promise<Server> {
  return start('servers/floor-server.js', [url], cleanup);
}

/** Fastify alone. */
export function startBare(cleanup: Cleanup): Promise<Server> {
  return start('servers/bare-server.js', [], cleanup);
}

async function start(script: string, args: readonly string[], cleanup: Cleanup): Promise<Server> {
  const child = Child.start(script, args, cleanup);
  return { url: await child.ask<string>(), pid: child.pid };
}
