import type { Admin, ITopicConfig } from 'kafkajs';
import { ConfigSource } from 'kafkajs';
import { RecordingLog } from './testing/recording-log';
import { warnOfLoss } from './topic-copies';
import { createTopics, MESSAGE_TOPICS, recreateTopics, stateOf } from './topics';

const PLAN = { partitions: 2, retentionMs: 3_600_000 };

/** As much of a cluster as topics need, with as many brokers as told. */
class FakeCluster {
  readonly #topics = new Map<string, { readonly copies: number; settings: Map<string, string> }>();
  readonly created: ITopicConfig[] = [];
  readonly deleted: string[] = [];

  constructor(readonly defaultCopies = 1) {}

  add(topic: string, copies: number, settings: Readonly<Record<string, string>> = {}): this {
    this.#topics.set(topic, { copies, settings: new Map(Object.entries(settings)) });
    return this;
  }

  settingsOf(topic: string): Record<string, string> {
    return Object.fromEntries(this.#topics.get(topic)?.settings ?? []);
  }

  admin(): Admin {
    const admin: Partial<Admin> = {
      connect: () => Promise.resolve(),
      disconnect: () => Promise.resolve(),
      listTopics: () => Promise.resolve([...this.#topics.keys()]),
      createTopics: ({ topics }) => {
        this.created.push(...topics);
        for (const { topic, replicationFactor = -1, configEntries = [] } of topics) {
          const settings = Object.fromEntries(configEntries.map(({ name, value }) => [name, value]));
          this.add(topic, replicationFactor < 0 ? this.defaultCopies : replicationFactor, settings);
        }
        return Promise.resolve(true);
      },
      deleteTopics: ({ topics }) => {
        this.deleted.push(...topics);
        for (const topic of topics) this.#topics.delete(topic);
        return Promise.resolve();
      },
      describeCluster: () =>
        Promise.resolve({ brokers: [{ nodeId: 1, host: 'broker', port: 9092 }], controller: 1, clusterId: 'fake' }),
      // What is not said again goes back to the broker's default.
      alterConfigs: ({ resources }) => {
        for (const { name, configEntries } of resources) {
          const topic = this.#topics.get(name);
          if (topic !== undefined) topic.settings = new Map(configEntries.map((each) => [each.name, each.value]));
        }
        return Promise.resolve();
      },
      describeConfigs: ({ resources }) =>
        Promise.resolve({
          throttleTime: 0,
          resources: resources.map(({ name, type }) => ({
            resourceName: name,
            resourceType: type,
            errorCode: 0,
            errorMessage: '',
            configEntries: this.#entriesOf(name),
          })),
        }),
      fetchTopicMetadata: (options) =>
        Promise.resolve({ topics: (options?.topics ?? []).map((name) => this.#metadataOf(name)) }),
    };
    return admin as Admin;
  }

  #entriesOf(name: string) {
    const own = this.#topics.get(name)?.settings ?? new Map<string, string>();
    const values = { 'min.insync.replicas': '1', 'segment.bytes': '1073741824', ...Object.fromEntries(own) };
    return Object.entries(values).map(([configName, configValue]) => ({
      configName,
      configValue,
      isDefault: !own.has(configName),
      configSource: own.has(configName) ? ConfigSource.TOPIC_CONFIG : ConfigSource.DEFAULT_CONFIG,
      isSensitive: false,
      readOnly: false,
      configSynonyms: [],
    }));
  }

  #metadataOf(name: string) {
    const replicas = Array.from({ length: this.#topics.get(name)?.copies ?? 1 }, (_, broker) => broker + 1);
    const partition = { partitionErrorCode: 0, leader: 1, replicas, isr: replicas };
    return { name, partitions: [0, 1].map((partitionId) => ({ ...partition, partitionId })) };
  }
}

const make = (cluster: FakeCluster, replication: number) =>
  createTopics({ admin: () => cluster.admin() }, '', { ...PLAN, replication }, ['t']);

describe('topics of three copies and more', () => {
  it('are asked for with an acknowledgement of two, messages and dead letters alike', async () => {
    const cluster = new FakeCluster();
    await make(cluster, 3);
    expect(cluster.created).toMatchObject([
      { topic: 't', replicationFactor: 3 },
      { topic: 't.dlq', replicationFactor: 3 },
    ]);
    for (const { configEntries } of cluster.created) {
      expect(configEntries).toContainEqual({ name: 'min.insync.replicas', value: '2' });
    }
  });

  it('get it also when the cluster decides how many copies there are', async () => {
    const cluster = new FakeCluster(3);
    await make(cluster, -1);
    expect(cluster.settingsOf('t')).toEqual({
      'cleanup.policy': 'delete',
      'retention.ms': '3600000',
      'min.insync.replicas': '2',
    });
    expect(cluster.settingsOf('t.dlq')).toEqual({ 'cleanup.policy': 'compact', 'min.insync.replicas': '2' });
  });

  it('get it when they are there already, and keep a higher one and whatever else their operator has set', async () => {
    const cluster = new FakeCluster()
      .add('t', 3, { 'segment.bytes': '1000', 'retention.ms': '1' })
      .add('t.dlq', 5, { 'min.insync.replicas': '3' });
    await make(cluster, 3);
    expect(cluster.settingsOf('t')).toEqual({
      'segment.bytes': '1000',
      'cleanup.policy': 'delete',
      'retention.ms': '3600000',
      'min.insync.replicas': '2',
    });
    expect(cluster.settingsOf('t.dlq')).toEqual({ 'cleanup.policy': 'compact', 'min.insync.replicas': '3' });
  });

  it('topics with fewer copies are unchanged, because one broker that is down would stop them', async () => {
    const cluster = new FakeCluster(2);
    const planned = await make(cluster, -1);
    expect(cluster.settingsOf('t')).not.toHaveProperty(['min.insync.replicas']);
    expect(planned.map(({ copies, acknowledging }) => [copies, acknowledging])).toEqual([
      [2, 1],
      [2, 1],
    ]);
  });
});

describe('a service that starts', () => {
  const warn = async (cluster: FakeCluster, topics: readonly string[]): Promise<RecordingLog> => {
    const log = new RecordingLog();
    await warnOfLoss({ admin: () => cluster.admin() }, topics, log.log);
    return log;
  };

  it('says which topics may lose a message with one disk, and what to do', async () => {
    const cluster = new FakeCluster().add('one', 1).add('two', 2).add('three', 3);
    const { lines } = await warn(cluster, ['one', 'two', 'three']);
    expect(lines).toEqual([
      [{ topics: ['one', 'two'] }, expect.stringContaining('--replication 3') as string],
      [{ topics: ['three'] }, expect.stringContaining('min.insync.replicas') as string],
    ]);
  });

  it('says nothing of topics whose messages are on two disks before they are acknowledged', async () => {
    const cluster = new FakeCluster().add('three', 3, { 'min.insync.replicas': '2' });
    cluster.add('two', 2, { 'min.insync.replicas': '2' });
    expect((await warn(cluster, ['three', 'two'])).lines).toEqual([]);
  });

  it('goes on when it may not look', async () => {
    const log = new RecordingLog();
    const admin = { ...new FakeCluster().add('t', 3).admin(), describeConfigs: () => Promise.reject(new Error('no')) };
    await warnOfLoss({ admin: () => admin }, ['t'], log.log);
    expect(log.lines).toEqual([[{ cause: 'Error: no' }, expect.stringContaining('min.insync.replicas') as string]]);
  });
});

it('topics that are made anew are deleted first, with their dead letters; those of others stay', async () => {
  const cluster = new FakeCluster(3).add('own.payment.commands.v1', 3).add('own.payment.commands.v1.dlq', 3);
  cluster.add('other.payment.commands.v1', 3);
  const made = await recreateTopics(cluster, 'own.', { ...PLAN, replication: -1 });
  expect(cluster.deleted).toEqual(['own.payment.commands.v1', 'own.payment.commands.v1.dlq']);
  expect(made).toHaveLength(2 * MESSAGE_TOPICS.length);
  expect(made.every(({ state }) => state === 'created')).toBe(true);
});

it('says which topics are missing, and which are on one disk only', async () => {
  const cluster = new FakeCluster(1).add('payment.commands.v1', 1);
  const { brokers, missing, onOneDisk } = await stateOf(cluster, '');
  expect(brokers).toBe(1);
  expect(missing).toHaveLength(2 * MESSAGE_TOPICS.length - 1);
  expect(onOneDisk).toEqual(['payment.commands.v1']);
});
