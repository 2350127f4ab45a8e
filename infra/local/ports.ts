import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';

/**
 * Below those that outgoing connections take for their own end. A client that goes on trying to reach a server that is
 * away would sooner or later be given the server's port, connect to itself, and keep the server from coming back.
 */
const PORTS = { min: 15_000, max: 32_000 };

/** A port that somebody here has been told may not be listened on yet. */
const given = new Set<number>();

/** Ports of the loopback interface that were free a moment ago: held together, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  while (held.size < count) {
    const port = randomInt(PORTS.min, PORTS.max);
    if (given.has(port)) continue;
    given.add(port);
    const server = await hold(port);
    if (server !== undefined) held.set(port, server);
  }
  await Promise.all([...held.values()].map((server) => once(server.close(), 'close')));
  return [...held.keys()];
}

/** Undefined when somebody has it. */
async function hold(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return undefined;
  }
}

/** One of them. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Whether somebody takes connections at `host:port`. */
export function accepts(address: string): Promise<boolean> {
  const [host = '', port = ''] = address.split(':');
  return new Promise((resolve) => {
    const socket = connect(Number(port), host);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
