import { readFileSync } from 'node:fs';
import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import type { EventStoreDbNode, EventStoreDbSettings } from './settings';

/** A server without TLS takes any user, and ignores it. */
const ANYBODY: Credentials = { username: 'anybody', password: '' };
const KEEP_ALIVE_MS = 10_000;
/** So many connections are told apart; older ones are closed. */
const GENERATIONS = 1_000;
/** A node that does not say who leads must leave the call time to ask the next one. */
const GOSSIP_TIMEOUT_S = 1;

/** A node of a cluster. */
export interface Member {
  readonly node: EventStoreDbNode;
  readonly leads: boolean;
}

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

  /**
   * The members of the cluster that have a vote, as this node sees them.
   *
   * @param deadline - in milliseconds
   */
  members(deadline: number): Promise<readonly Member[]> {
    return this.execute(GossipClient, 'gossip', (client) => {
      return new Promise((resolve, reject) => {
        client.read(new Empty(), ...this.callArguments({ deadline }), (error, info) => {
          if (error !== null) reject(error);
          else resolve(info.getMembersList().filter(votes).map(memberOf));
        });
      });
    });
  }

  /** To be called when no call is under way any more: those that begin later throw. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    const channel = await this.getChannel();
    channel.close();
  }
}

function votes(member: MemberInfo): boolean {
  const { READONLYREPLICA, PREREADONLYREPLICA, READONLYLEADERLESS } = MemberInfo.VNodeState;
  const state: MemberInfo.VNodeState = member.getState();
  return state !== READONLYREPLICA && state !== PREREADONLYREPLICA && state !== READONLYLEADERLESS;
}

function memberOf(member: MemberInfo): Member {
  const { LEADER } = MemberInfo.VNodeState;
  const endpoint = member.getHttpEndPoint();
  return {
    node: { address: endpoint?.getAddress() ?? '', port: endpoint?.getPort() ?? 0 },
    leads: member.getState() === LEADER && member.getIsAlive(),
  };
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
