import { DeleteResp, TombstoneResp } from '@eventstore/db-client/generated/streams_pb';
import { type IStreamsServer, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { Appending } from './appending';
import { EventLog } from './event-log';
import type { ClusterNode, Endpoint } from './cluster-node';
import { Faults, type Misbehaviour } from './faults';
import { GroupCommit } from './group-commit';
import { streamName } from './messages';
import { addNodeServices } from './node-services';
import { Reading, type ReadingStatistics } from './reading';
import { SERVER_VERSIONS, type ServerVersion, type ServerVersionName } from './server-version';

const HOST = '127.0.0.1';
/** What a real server takes in one message; its own limit to an append is a part of it. */
const MESSAGE_BYTES_MAX = 17 * 1_048_576;

export interface StandInOptions {
  /** Where it keeps its data; it finds again what is there. */
  readonly folder: string;
  /** 0 takes any that is free. */
  readonly port?: number;
  /** The address that it listens on, such as `0.0.0.0` in a container. Default: loopback. */
  readonly listenOn?: string | undefined;
  /**
   * What a flush takes, in milliseconds. An append is answered after the next one, as by a real server, where it is about 2.
   * Default: 0, which answers at once.
   */
  readonly flushMs?: number;
  /** The version that it answers as. Default: 26.0. */
  readonly version?: ServerVersionName;
  /** The data of one event, in bytes, as an operator may set it. Default: that of the version. */
  readonly eventBytesMax?: number;
}

/**
 * Speaks as much of the protocol of EventStoreDB (KurrentDB) as `@eventstore/db-client` needs to append, read, subscribe and delete, and
 * misbehaves when it is told to. A fixture for tests: it keeps what it is given, and has neither users nor replicas.
 */
export class EventStoreDbStandIn {
  readonly #faults = new Faults();
  #server: Server | undefined;
  #reading: Reading;
  #appending: Appending;
  #bound: number;

  private constructor(
    private log: EventLog,
    private readonly folder: string,
    port: number,
    private readonly commits: GroupCommit,
    private readonly version: ServerVersion,
    private readonly listenOn: string,
    private readonly ownsLog = true,
  ) {
    this.#bound = port;
    this.#reading = new Reading(log, this.#faults, version);
    this.#appending = new Appending(log, this.#faults, commits);
  }

  static async start({
    folder,
    port = 0,
    flushMs = 0,
    listenOn = HOST,
    ...options
  }: StandInOptions): Promise<EventStoreDbStandIn> {
    const known = SERVER_VERSIONS[options.version ?? '26.0'];
    const version = { ...known, eventBytesMax: options.eventBytesMax ?? known.eventBytesMax };
    const log = await EventLog.open(folder, version);
    const standIn = new EventStoreDbStandIn(log, folder, port, new GroupCommit(flushMs), version, listenOn);
    await standIn.#listen();
    return standIn;
  }

  /** Another node on the same data, for tests of a leader that changes. It ends before the node that it is made from. */
  async anotherNode(port = 0): Promise<EventStoreDbStandIn> {
    const node = new EventStoreDbStandIn(this.log, this.folder, port, this.commits, this.version, this.listenOn, false);
    await node.#listen();
    return node;
  }

  get endpoint(): Endpoint {
    return { host: HOST, port: this.#bound };
  }

  get url(): string {
    return `esdb://${HOST}:${this.#bound}?tls=false`;
  }

  /** Takes the place of what it was told before; nothing at all makes it behave again. */
  misbehave(misbehaviour: Misbehaviour = {}): void {
    this.#faults.misbehave(misbehaviour);
  }

  /** Makes it one of several. */
  join(node: ClusterNode): void {
    this.#faults.node = node;
  }

  /** The place of its last event. */
  head(): Promise<number> {
    return this.log.head();
  }

  /** Since the start, or since it was asked to count anew. */
  get reads(): ReadingStatistics {
    return this.#reading.statistics;
  }

  countReadsAnew(): void {
    this.#reading.forget();
  }

  /** Ends every open subscription, as a connection does that breaks. */
  dropSubscriptions(): void {
    this.#reading.dropSubscriptions();
  }

  /** Ends every open call that carries appends. What they have sent may be stored, and is not answered. */
  endAppends(): void {
    this.#appending.endBatches();
  }

  /** Breaks every connection, as a process does that is killed. What was acknowledged is kept. */
  disconnect(): void {
    this.#faults.misbehave();
    this.#server?.forceShutdown();
    this.#server = undefined;
  }

  /** Comes back on the same port, with what its folder holds. */
  async reconnect(): Promise<void> {
    // The other nodes of a cluster go on with it.
    if (this.ownsLog && this.#faults.node === undefined) {
      await this.log.close();
      this.log = await EventLog.open(this.folder, this.version);
    }
    await this.#listen();
  }

  async stop(): Promise<void> {
    this.disconnect();
    if (this.ownsLog) await this.log.close();
  }

  async #listen(): Promise<void> {
    const server = new Server({ 'grpc.max_receive_message_length': MESSAGE_BYTES_MAX });
    this.#reading = new Reading(this.log, this.#faults, this.version);
    this.#appending = new Appending(this.log, this.#faults, this.commits);
    server.addService(StreamsService, { ...this.#streams(this.log, this.#reading, this.#appending) });
    addNodeServices(server, () => this.endpoint, this.#faults, this.version);
    this.#bound = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`${this.listenOn}:${this.#bound}`, ServerCredentials.createInsecure(), (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    });
    this.#server = server;
  }

  #streams(log: EventLog, reading: Reading, appending: Appending): IStreamsServer {
    return {
      read: (call) => void reading.read(call),
      append: (call, answer) => appending.append(call, answer),
      batchAppend: (call) => appending.batchAppend(call),
      delete: (call, answer) => {
        const stream = streamName(call.request.getOptions()?.getStreamIdentifier());
        log.softDelete(stream).then(() => answer(null, new DeleteResp()), answer);
      },
      tombstone: (call, answer) => {
        const stream = streamName(call.request.getOptions()?.getStreamIdentifier());
        log.tombstone(stream).then(() => answer(null, new TombstoneResp()), answer);
      },
    };
  }
}
