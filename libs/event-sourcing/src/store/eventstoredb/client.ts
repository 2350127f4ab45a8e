import { readFileSync } from 'node:fs';
import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import type { EventStoreDbNode, EventStoreDbSettings } from './settings';

/** A server without TLS takes any user, and ignores it. */
const ANYBODY: Credentials = { username: 'anybody', password: '' };
const KEEP_ALIVE_MS = 10_000;
/** So many connections are told apart; older ones are closed. */
const GENERATIONS = 1_000;
/** A node that does not say who leads must leave the call time to ask the next one. */
const GOSSIP_TIMEOUT_S = 1;

/**
 * The vendor's client, on one connection from its first call to its last.
 *
 * The vendor's own would close its connection under all other calls when one of them fails, and look for another: what
 * is about to be called then throws where nobody can catch it. Here that is decided by {@link Connection}.
 */
export class Client extends EventStoreDBClient {
  private readonly chooseNode: () => Promise<string> = this.resolveUri;
  private isOpen = false;

  protected override readonly handleError = (): Promise<void> => Promise.resolve();
  protected override readonly resolveUri = async (): Promise<string> => {
    this.isOpen = true;
    try {
      return await this.chooseNode();
    } catch (error) {
      this.isOpen = false;
      throw error;
    }
  };

  /** To be called when no call is under way any more: those that begin later throw. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    const channel = await this.getChannel();
    channel.close();
  }
}

/**
 * @param generation - how many clients there were before: each gets a connection of its own by it, because gRPC gives
 * clients with the same options the same connection, and a new client is wanted when that one does not answer
 * @param node - the node to connect to; default: the one of the settings, or the leader, as its cluster names it
 */
export function createClient(settings: EventStoreDbSettings, generation: number, node?: EventStoreDbNode): Client {
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
    keepAliveInterval: (numbers.keepAliveInterval ?? KEEP_ALIVE_MS) + (generation % GENERATIONS),
    gossipTimeout: numbers.gossipTimeout ?? GOSSIP_TIMEOUT_S,
    throwOnAppendFailure: true,
  };
  const user = credentialsOf(settings);
  if (node !== undefined) return new Client({ ...options, endpoint: node }, security, user);
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
