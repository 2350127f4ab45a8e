import { readFileSync } from 'node:fs';
import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import type { EventStoreDbSettings } from './settings';

/** A server without TLS takes any user, and ignores it. */
const ANYBODY: Credentials = { username: 'anybody', password: '' };
const KEEP_ALIVE_MS = 10_000;

/** The vendor's client, whose connection can be closed. */
export class Client extends EventStoreDBClient {
  /** Calls under way may finish; there are none after. */
  async close(): Promise<void> {
    const channel = await this.getChannel();
    channel.close();
  }
}

/**
 * @param generation - how many clients there were before: each gets a connection of its own by it, because gRPC gives
 * clients with the same options the same connection, and a new client is wanted when that one does not answer
 */
export function createClient(settings: EventStoreDbSettings, generation: number): Client {
  const { nodes, discover, tls, texts, numbers } = settings;
  const [first = { address: '', port: 0 }] = nodes;
  const file = (name: string | undefined): Buffer | undefined => (name === undefined ? undefined : readFileSync(name));
  const security = {
    insecure: !tls,
    ...defined({
      rootCertificate: file(texts.tlsCAFile),
      userCertFile: file(texts.userCertFile),
      userKeyFile: file(texts.userKeyFile),
    }),
  };
  const options = {
    ...numbers,
    ...defined({ connectionName: texts.connectionName }),
    keepAliveInterval: (numbers.keepAliveInterval ?? KEEP_ALIVE_MS) + generation,
    throwOnAppendFailure: true,
  };
  const user = credentialsOf(settings);
  const cluster = { ...options, nodePreference: 'leader' } as const;
  if (discover) return new Client({ ...cluster, discover: first }, security, user);
  if (nodes.length > 1) return new Client({ ...cluster, endpoints: [...nodes] }, security, user);
  return new Client({ ...options, endpoint: first }, security, user);
}

/**
 * Given with every append: it makes the client take the way of one call per append, which keeps its deadline. On the
 * other one, for many at once, an append that the server drops is never answered, and a rejection nobody can handle
 * ends the process.
 */
export function credentialsOf({ credentials }: EventStoreDbSettings): Credentials {
  return credentials ?? ANYBODY;
}

function defined<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
