import { setTimeout as timer } from 'node:timers/promises';
import type { ClusterNode, Member, Role } from './cluster-node';
import type { Misbehaviour } from './faults';
import type { ServerVersionName } from './server-version';
import { EventStoreDbStandIn } from './stand-in';

const SIZE = 3;
const QUORUM = 2;
/** What a real cluster of 23.10.8 was seen to take, in milliseconds. */
export const CLUSTER_TIMES = {
  /** Until followers no longer name a leader that is gone; one that stands still is missed later. */
  missedWhenKilled: 300,
  missedWhenFrozen: 3_000,
  election: 4_000,
  /** A leader that goes on after another was elected says for so long that it leads; then its process ends. */
  deposed: 1_000,
  ending: 100,
  /** A leader that has lost its quorum reads for so long, and lets an append wait for so long. */
  alone: 2_000,
  commit: 1_500,
  /** Until a supervisor starts a process again that has ended by itself. */
  supervisor: 1_000,
} as const;

type State = 'up' | 'frozen' | 'down' | 'deposed';

interface Node {
  readonly server: EventStoreDbStandIn;
  state: State;
  role: Role;
  /** The place of its last event when it was frozen. */
  knowsUpTo: number;
}

export interface ClusterOptions {
  readonly folder: string;
  /** Of the nodes; any that are free when left out. */
  readonly ports?: readonly number[];
  /** See {@link StandInOptions}. */
  readonly flushMs?: number;
  /** See {@link StandInOptions}. */
  readonly version?: ServerVersionName;
  /** By how much everything is faster than in a real cluster. Default 1. */
  readonly speed?: number;
  /** Resolves after so many milliseconds. Default: by the clock of this machine. */
  readonly pause?: (ms: number) => Promise<void>;
}

/**
 * Three nodes of EventStoreDB on the same data, which elect a leader as real ones were seen to. A fixture for tests: a
 * node that is killed is a port that is closed, and what a real one would have to truncate was never written.
 */
export class EventStoreDbCluster {
  #leading: Node | undefined;
  /** Of the time in which no leader can be reached: what an earlier one began is void. */
  #term = 0;
  readonly #kept: (() => Promise<unknown>)[] = [];
  #pendingAppends = 0;
  #stopped = false;

  private constructor(
    private readonly nodes: readonly Node[],
    /** Of what begins from now on. */
    public speed: number,
    private readonly pause: (ms: number) => Promise<void>,
  ) {
    for (const node of nodes) node.server.join(this.#viewOf(node));
    this.#leads(this.#nodeAt(0));
  }

  static async start({
    folder,
    ports = [],
    flushMs = 0,
    version = '26.0',
    speed = 1,
    pause = (ms) => timer(ms, undefined, { ref: false }),
  }: ClusterOptions): Promise<EventStoreDbCluster> {
    const first = await EventStoreDbStandIn.start({ folder, port: ports[0] ?? 0, flushMs, version });
    const servers = [first];
    while (servers.length < SIZE) servers.push(await first.anotherNode(ports[servers.length] ?? 0));
    const nodes = servers.map((server): Node => ({ server, state: 'up', role: { kind: 'electing' }, knowsUpTo: 0 }));
    return new EventStoreDbCluster(nodes, speed, pause);
  }

  /** Names all nodes. */
  get url(): string {
    return `esdb://${this.nodes.map(({ server: { endpoint } }) => `${endpoint.host}:${endpoint.port}`).join(',')}?tls=false`;
  }

  /** Names one node, which may not lead. */
  urlOf(index: number): string {
    return this.#nodeAt(index).server.url;
  }

  /** The index of the node that leads; undefined while none does. */
  get leader(): number | undefined {
    return this.#leading === undefined ? undefined : this.nodes.indexOf(this.#leading);
  }

  /** What each node is. */
  get roles(): readonly Role['kind'][] {
    return this.nodes.map(({ role }) => role.kind);
  }

  /** Every node misbehaves. */
  misbehave(misbehaviour: Misbehaviour = {}): void {
    for (const { server, state } of this.nodes) if (state !== 'down') server.misbehave(misbehaviour);
  }

  /** Has the leader answer nothing. @returns its index */
  async freezeLeader(): Promise<number> {
    const node = this.#requireLeader();
    node.state = 'frozen';
    node.server.misbehave({ frozen: true });
    node.knowsUpTo = await node.server.head();
    this.#elect(CLUSTER_TIMES.missedWhenFrozen);
    return this.nodes.indexOf(node);
  }

  /** Lets what was frozen go on. Where another leads now, it finds that out, and its process ends. */
  resume(): void {
    for (const node of this.nodes.filter(({ state }) => state === 'frozen')) {
      if (node === this.#leading) {
        node.state = 'up';
        this.#term++;
        this.#leads(node);
      } else {
        void this.#depose(node);
      }
      node.server.misbehave();
    }
  }

  /** Closes the leader's port. @returns its index */
  async killLeader(): Promise<number> {
    const node = this.#requireLeader();
    await this.#takeDown(node);
    this.#elect(CLUSTER_TIMES.missedWhenKilled);
    return this.nodes.indexOf(node);
  }

  /** Closes the ports of all nodes that follow. */
  async loseQuorum(): Promise<void> {
    const leader = this.#requireLeader();
    const term = ++this.#term;
    await Promise.all(this.nodes.filter((node) => node !== leader).map((node) => this.#takeDown(node)));
    leader.role = { kind: 'alone', commitTimeout: () => this.pause(this.#ms(CLUSTER_TIMES.commit)) };
    void this.#after(CLUSTER_TIMES.alone, term, () => {
      this.#leading = undefined;
      leader.role = { kind: 'electing' };
    });
  }

  /** Starts every node again that has ended, as a supervisor does. Leaderless nodes that are enough elect a leader. */
  async startAgain(): Promise<void> {
    if (this.#stopped) return;
    for (const node of this.nodes.filter(({ state }) => state === 'down')) {
      await node.server.reconnect();
      node.state = 'up';
      node.role = this.#leading === undefined ? { kind: 'electing' } : this.#followerOf(this.#leading);
    }
    const isAlone = this.#leading?.role.kind === 'alone';
    if (this.#leading === undefined || isAlone) this.#elect(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#term++;
    for (const { server } of [...this.nodes].reverse()) await server.stop();
  }

  #viewOf(node: Node): ClusterNode {
    const members = (): readonly Member[] =>
      this.nodes.map((other) => ({
        endpoint: other.server.endpoint,
        state: stateSeenBy(node, other),
        isAlive: other === node || other.state === 'up' || isNamedBy(node, other),
      }));
    return {
      get role() {
        return node.role;
      },
      get members() {
        return members();
      },
      // Every other one is kept: nobody can know.
      keepForLater: (carryOut) => {
        if (this.#pendingAppends++ % 2 === 0) this.#kept.push(carryOut);
      },
    };
  }

  /** Until they miss the leader, followers name it; then none is ready until one of them has been elected. */
  #elect(missedAfterMs: number): void {
    const term = ++this.#term;
    void this.#after(missedAfterMs, term, () => {
      this.#leading = undefined;
      for (const node of this.nodes) if (node.state === 'up') node.role = { kind: 'electing' };
      return this.#after(CLUSTER_TIMES.election, term, async () => {
        const candidates = this.nodes.filter(({ state }) => state === 'up');
        if (candidates[0] === undefined || candidates.length < QUORUM) return;
        for (const carryOut of this.#kept.splice(0)) await carryOut();
        this.#leads(candidates[0]);
      });
    });
  }

  #leads(leader: Node): void {
    this.#leading = leader;
    leader.role = { kind: 'leader' };
    for (const node of this.nodes) if (node !== leader && node.state === 'up') node.role = this.#followerOf(leader);
  }

  #followerOf(leader: Node): Role {
    return { kind: 'follower', leader: leader.server.endpoint };
  }

  async #depose(node: Node): Promise<void> {
    const until = this.pause(this.#ms(CLUSTER_TIMES.deposed));
    node.state = 'deposed';
    node.role = { kind: 'deposed', upTo: node.knowsUpTo, until };
    await until;
    // What it has taken is answered before its process ends.
    await this.pause(this.#ms(CLUSTER_TIMES.ending));
    if (this.#stopped) return;
    await this.#takeDown(node);
    await this.pause(this.#ms(CLUSTER_TIMES.supervisor));
    await this.startAgain();
  }

  async #takeDown(node: Node): Promise<void> {
    node.state = 'down';
    node.role = { kind: 'electing' };
    // The library of this server would tell its clients that it has canceled their calls.
    node.server.dropSubscriptions();
    await new Promise((resolve) => setTimeout(resolve));
    node.server.disconnect();
  }

  async #after(ms: number, term: number, work: () => unknown): Promise<void> {
    if (ms > 0) await this.pause(this.#ms(ms));
    if (term === this.#term && !this.#stopped) await work();
  }

  #ms(real: number): number {
    return real / this.speed;
  }

  #requireLeader(): Node {
    if (this.#leading === undefined) throw new Error('no node leads');
    return this.#leading;
  }

  #nodeAt(index: number): Node {
    const node = this.nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  }
}

function stateSeenBy(node: Node, other: Node): Member['state'] {
  if (other === node) {
    const { kind } = node.role;
    return kind === 'follower' || kind === 'electing' ? kind : 'leader';
  }
  if (isNamedBy(node, other)) return 'leader';
  return node.role.kind === 'electing' ? 'electing' : 'follower';
}

function isNamedBy({ role }: Node, { server }: Node): boolean {
  return role.kind === 'follower' && role.leader.port === server.endpoint.port;
}
