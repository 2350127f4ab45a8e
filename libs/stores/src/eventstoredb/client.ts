import { readFileSync } from 'node:fs';
import { type Credentials, EventStoreDBClient, convertToCommandError } from '@eventstore/db-client';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb';
import { MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { Empty } from '@eventstore/db-client/generated/shared_pb';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb';
import { NoAnswerError } from './failures';
import type { EventStoreDbNode, EventStoreDbSettings } from './settings';

/** A server without TLS ignores the credentials. */
const ANYBODY: Credentials = { username: 'anybody', password: '' };
const KEEP_ALIVE_MS = 10_000;
/** Number of distinguishable connections; older ones are closed by then. */
const GENERATIONS = 1_000;
/** Short enough for a call to ask the next node when one does not answer who leads. */
const GOSSIP_TIMEOUT_S = 1;

/** A call that carries appends, and their results. */
export type AppendsCall = ReturnType<StreamsClient['batchAppend']>;

/** A voting member of a cluster. */
export interface ClusterMember {
  readonly node: EventStoreDbNode;
  readonly leads: boolean;
}

/**
 * The vendor's client, with one connection for all of its calls.
 *
 * By default the vendor's client closes its connection when any call fails, and other calls then throw errors that
 * cannot be caught. Here {@link Connection} decides when to connect again.
 */
export class Client extends EventStoreDBClient {
  readonly #chooseNode: () => Promise<string> = this.resolveUri;
  #isOpen = false;

  protected override readonly handleError = (): Promise<void> => Promise.resolve();
  protected override readonly resolveUri = async (): Promise<string> => {
    this.#isOpen = true;
    try {
      return await this.#chooseNode();
    } catch (error) {
      this.#isOpen = false;
      throw error;
    }
  };

  /**
   * The voting members of the cluster, as this node sees them.
   *
   * @param deadline - time limit in milliseconds
   */
  members(deadline: number): Promise<readonly ClusterMember[]> {
    return this.execute(GossipClient, 'gossip', (client) => {
      return new Promise((resolve, reject) => {
        client.read(new Empty(), ...this.callArguments({ deadline }), (error, info) => {
          if (error !== null) reject(error);
          else resolve(info.getMembersList().filter(votes).map(memberOf));
        });
      });
    });
  }

  /**
   * Makes a read whose options the vendor's client does not offer.
   *
   * @param timeoutMs - maximum time between two parts of the answer, in milliseconds
   * @throws {@link NoAnswerError} when that time has passed
   */
  async readParts(request: ReadReq, timeoutMs: number): Promise<readonly ReadResp[]> {
    const parts: ReadResp[] = [];
    let cancel = (): void => undefined;
    let late = (): void => undefined;
    const timer = setTimeout(() => late(), timeoutMs);
    const silence = new Promise<never>((_, reject) => {
      late = () => {
        reject(new NoAnswerError(`no answer within ${timeoutMs} ms`));
        cancel();
      };
    });
    const reading = this.execute(StreamsClient, 'readParts', (client) => {
      const call = client.read(request, ...this.callArguments({ requiresLeader: true }, { deadline: Infinity }));
      cancel = () => call.cancel();
      return new Promise<void>((resolve, reject) => {
        call
          .on('data', (part: ReadResp) => {
            timer.refresh();
            parts.push(part);
          })
          .on('error', (error) => reject(convertToCommandError(error)))
          .on('end', resolve);
      });
    });
    try {
      await Promise.race([reading, silence]);
      return parts;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The version of the server, such as `26.0.3`; `unknown` when it does not say. */
  async serverVersion(): Promise<string> {
    return (await this.capabilities).serverVersion;
  }

  /** Opens a call that carries any number of appends, and stays open. */
  openAppends(): Promise<AppendsCall> {
    return this.execute(StreamsClient, 'openAppends', (client) =>
      Promise.resolve(client.batchAppend(...this.callArguments({ requiresLeader: true }, { deadline: Infinity }))),
    );
  }

  /** Closes the connection. Call it after the last call has ended; later calls throw. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    const channel = await this.getChannel();
    channel.close();
  }
}

function votes(member: MemberInfo): boolean {
  const { READONLYREPLICA, PREREADONLYREPLICA, READONLYLEADERLESS } = MemberInfo.VNodeState;
  const state: MemberInfo.VNodeState = member.getState();
  return state !== READONLYREPLICA && state !== PREREADONLYREPLICA && state !== READONLYLEADERLESS;
}

function memberOf(member: MemberInfo): ClusterMember {
  const { LEADER } = MemberInfo.VNodeState;
  const endpoint = member.getHttpEndPoint();
  return {
    node: { address: endpoint?.getAddress() ?? '', port: endpoint?.getPort() ?? 0 },
    leads: member.getState() === LEADER && member.getIsAlive(),
  };
}

/**
 * Creates a client with a connection of its own.
 *
 * @param generation - number of earlier clients. It makes the options differ, because gRPC shares one connection among
 * clients with equal options
 * @param node - the node to connect to. Default: the node of the settings, or the leader of its cluster
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
 * Credentials for what the vendor's client appends. With credentials it makes one call per append, which respects its
 * deadline. Without, it uses batch appends of its own, where one that the server drops is never answered, and an unhandled
 * rejection ends the process.
 */
export function credentialsOf({ credentials }: EventStoreDbSettings): Credentials {
  return credentials ?? ANYBODY;
}

function defined<T extends object>(fields: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
