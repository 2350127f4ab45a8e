import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { END, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { CLUSTER_TIMES, EventStoreDbCluster } from './cluster';
import type { ServerVersionName } from './server-version';

const LEADER_ONLY = { requiresLeader: true, deadline: 60_000, credentials: { username: 'anybody', password: '' } };

/** The clock of a cluster: each of its pauses ends when a test says so. */
class Pauses {
  readonly #waiting: { readonly ms: number; readonly end: () => void }[] = [];

  readonly pause = (ms: number): Promise<void> => new Promise((end) => this.#waiting.push({ ms, end }));

  /** Ends a pause, as soon as the cluster has begun it. */
  async end(name: keyof typeof CLUSTER_TIMES): Promise<void> {
    const index = (): number => this.#waiting.findIndex(({ ms }) => ms === CLUSTER_TIMES[name]);
    await eventually(() => index() !== -1);
    this.#waiting.splice(index(), 1)[0]?.end();
  }
}

/** What a real cluster of three was seen to answer, row by row. */
describe('a cluster of three', () => {
  let folder: string;
  let cluster: EventStoreDbCluster;
  let pauses: Pauses;
  const clients: EventStoreDBClient[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'eventstoredb-'));
    pauses = new Pauses();
    cluster = await EventStoreDbCluster.start({ folder, pause: pauses.pause });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.dispose()));
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  /** A client that knows one node only. */
  function clientOf(index: number): EventStoreDBClient {
    const client = EventStoreDBClient.connectionString(cluster.urlOf(index));
    clients.push(client);
    return client;
  }

  const append = (index: number, stream = 'order-1', options = LEADER_ONLY) =>
    clientOf(index).appendToStream(stream, jsonEvent({ type: 'Ordered', data: {} }), options);

  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'no failure',
      (error: unknown) => error,
    );

  async function eventsOf(index: number, stream = 'order-1'): Promise<number> {
    let count = 0;
    for await (const { event } of clientOf(index).readStream(stream)) if (event !== undefined) count++;
    return count;
  }

  const leads = (index: number) => eventually(() => cluster.leader === index);

  it('a follower names the leader, also for a while after it was killed', async () => {
    const [, address, port] = cluster.urlOf(0).match(/\/\/(.*):(\d+)/) ?? [];
    const notLeader = { code: 5, type: 'not-leader', leader: { address, port: Number(port) } };
    expect(await failureOf(append(1))).toMatchObject(notLeader);
    await cluster.killLeader();
    expect(await failureOf(append(1))).toMatchObject(notLeader);
  });

  it('is not ready while it elects, and whoever was killed follows when it is back', async () => {
    await cluster.killLeader();
    await pauses.end('missedWhenKilled');
    await eventually(() => cluster.roles[1] === 'electing');
    expect(await failureOf(append(1))).toMatchObject({ code: 14, message: '14 UNAVAILABLE: Server Is Not Ready' });
    await pauses.end('election');
    await leads(1);
    expect((await append(1)).success).toBe(true);
    await cluster.startAgain();
    expect(cluster.roles).toEqual(['follower', 'leader', 'follower']);
  });

  it('a subscription whose node is killed breaks off', async () => {
    const subscription = clientOf(0).subscribeToAll({ fromPosition: END, requiresLeader: true });
    const failed = new Promise((resolve) => subscription.on('error', resolve));
    await new Promise((resolve) => subscription.on('confirmation', () => resolve(undefined)));
    await cluster.killLeader();
    expect(await failed).toMatchObject({ code: 14, message: '14 UNAVAILABLE: Connection dropped' });
  });

  it('a frozen leader answers nothing, goes on as if it led, knows nothing new, commits nothing, and ends', async () => {
    await append(0);
    const frozen = await cluster.freezeLeader();
    const soon = { ...LEADER_ONLY, deadline: 50 };
    expect(await failureOf(append(0, 'order-1', soon))).toMatchObject({ code: 4, type: 'deadline-exceeded' });
    const outcome = failureOf(append(0, 'order-2'));
    await pauses.end('missedWhenFrozen');
    await pauses.end('election');
    await leads(1);
    await append(1);
    cluster.resume();
    expect(cluster.roles[frozen]).toBe('deposed');
    expect(await eventsOf(0)).toBe(1);
    expect(await eventsOf(1)).toBe(2);
    const aborted = '10 ABORTED: Operation timed out: Request canceled by server';
    await pauses.end('deposed');
    expect(await outcome).toMatchObject({ code: 10, message: aborted });
    expect(await failureOf(eventsOf(1, 'order-2'))).toMatchObject({ type: 'stream-not-found' });
    await pauses.end('ending');
    await pauses.end('supervisor');
    await eventually(() => cluster.roles[frozen] === 'follower');
  });

  it('a leader that is frozen for a moment still leads', async () => {
    await cluster.freezeLeader();
    cluster.resume();
    expect((await append(0)).success).toBe(true);
    expect(cluster.leader).toBe(0);
  });

  it('a leader without a quorum reads for a while, commits nothing, and is not ready then', async () => {
    await append(0);
    await cluster.loseQuorum();
    expect(await eventsOf(0)).toBe(1);
    const aborted = { code: 10, message: '10 ABORTED: Operation timed out: Commit phase timeout.' };
    const outcome = failureOf(append(0, 'order-2'));
    await pauses.end('commit');
    expect(await outcome).toMatchObject(aborted);
    await pauses.end('alone');
    await eventually(() => cluster.leader === undefined);
    expect(await failureOf(append(0))).toMatchObject({ code: 14, message: '14 UNAVAILABLE: Server Is Not Ready' });
    const discovering = EventStoreDBClient.connectionString(`${cluster.url}&discoveryInterval=1`);
    clients.push(discovering);
    expect(await failureOf(discovering.getStreamMetadata('order-1'))).toMatchObject({
      message: 'Failed to discover after 10 attempts.',
    });
    await cluster.startAgain();
    await pauses.end('election');
    await eventually(() => cluster.leader !== undefined);
    // Of those that were taken some are kept.
    expect(await eventsOf(cluster.leader ?? 0, 'order-2')).toBe(1);
  });
});

describe('a live subscription', () => {
  let folder: string;
  let cluster: EventStoreDbCluster;
  let client: EventStoreDBClient;

  async function start(version: ServerVersionName): Promise<void> {
    folder = mkdtempSync(join(tmpdir(), 'eventstoredb-'));
    cluster = await EventStoreDbCluster.start({ folder, version });
    client = EventStoreDBClient.connectionString(cluster.urlOf(0));
  }
  afterEach(async () => {
    await client.dispose();
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  const burst = (count: number) =>
    client.appendToStream(
      'order-1',
      Array.from({ length: count }, () => jsonEvent({ type: 'Ordered', data: {} })),
      { ...LEADER_ONLY, deadline: 20_000 },
    );

  function follow() {
    const seen = { events: 0, caughtUp: 0, failure: undefined as unknown };
    const subscription = client.subscribeToAll({ requiresLeader: true });
    subscription
      .on('data', () => seen.events++)
      .on('caughtUp', () => seen.caughtUp++)
      .on('error', (error) => (seen.failure = error));
    return seen;
  }

  it('takes a burst of 32 events, and is dropped by 23.10 at one of more than 64', async () => {
    await start('23.10');
    const seen = follow();
    await eventually(() => seen.caughtUp === 1);
    await burst(32);
    await eventually(() => seen.events === 32);
    await burst(200);
    await eventually(() => seen.failure !== undefined);
    const why = 'Consumer too slow to handle event while live. Client resubscription required.';
    expect(seen.failure).toMatchObject({ code: 10, message: `10 ABORTED: Operation timed out: ${why}` });
  });

  it('is sent history again by 26.0, and hears once more that it has caught up', async () => {
    await start('26.0');
    const seen = follow();
    await eventually(() => seen.caughtUp === 1);
    await burst(200);
    await eventually(() => seen.events === 200 && seen.caughtUp === 2);
    expect(seen.failure).toBeUndefined();
  });
});
