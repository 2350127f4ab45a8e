import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeUnlessMissing } from '@stablecoin/event-sourcing/testing';
import { Partitioners } from 'kafkajs';
import type { PartitionMetadata } from 'kafkajs';
import { KafkaBroker, missingForKafka } from '../../../../../infra/local/kafka';
import { silentLog } from '../../observability';
import { kafkaClient } from '../client';
import { KafkaBus } from '../kafka-bus';
import type { KafkaBusOptions } from '../kafka-bus';
import { parseKafkaUrl } from '../kafka-url';
import type { KafkaConnection } from '../kafka-url';
import { createTopics } from '../topics';

/** The topics that the tests use. */
export const TOPICS = ['payment.commands.v1', 'payment.events.v1', 'wallet.events.v1'];
/** Who may use the second listener; the password has all that a URL must encode. */
export const USER = { user: 'alice', password: 'p@ss:w/rd?' };

/** A real broker, which every test shares, with topics of its own for each. */
export class KafkaCluster {
  #broker: KafkaBroker | undefined;
  #prefixes = 0;
  readonly #buses: KafkaBus[] = [];
  /** The file of the authority that has signed the broker's certificate. */
  certificate = '';

  get broker(): KafkaBroker {
    if (this.#broker === undefined) throw new Error('the broker is there from beforeAll on');
    return this.#broker;
  }

  async start(): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-kafka-'));
    this.certificate = join(folder, 'certificate.pem');
    const keyAndCertificate = makeCertificate(folder, this.certificate);
    this.#broker = await KafkaBroker.start({ folder, secure: { ...USER, certificate: keyAndCertificate } });
  }

  async stop(): Promise<void> {
    await this.closeBuses();
    await this.#broker?.destroy();
  }

  /** A connection under a prefix of its own, with the topics of the tests. */
  async connect(partitions = 3): Promise<KafkaConnection> {
    const connection = connectionTo(`kafka://${this.broker.address}?prefix=test-${(this.#prefixes += 1)}.`);
    const plan = { partitions, replication: 1, retentionMs: 3_600_000 };
    await createTopics(kafkaClient(connection, 'test', silentLog), connection.prefix, plan, TOPICS);
    return connection;
  }

  open(connection: KafkaConnection, options: Partial<KafkaBusOptions> = {}): KafkaBus {
    const retry = { attempts: 3, baseMs: 5, maxMs: 20 };
    const bus = new KafkaBus({ connection, topics: TOPICS, fetchWaitMs: 50, retry, ...options });
    this.#buses.push(bus);
    return bus;
  }

  async closeBuses(): Promise<void> {
    await Promise.all(this.#buses.splice(0).map((bus) => bus.stop()));
  }
}

export function connectionTo(url: string): KafkaConnection {
  const connection = parseKafkaUrl(url);
  if ('fault' in connection) throw new Error(connection.fault);
  return connection;
}

/** A key of either partition, where there are two. */
export function keysOfBothPartitions(): [string, string] {
  const partitionOf = Partitioners.DefaultPartitioner();
  const partitionMetadata = [0, 1].map((partitionId) => ({ partitionId, leader: 1 }) as PartitionMetadata);
  const keyOf = (partition: number): string => {
    const keys = Array.from({ length: 100 }, (_, index) => `key-${index}`);
    const fits = (key: string) =>
      partitionOf({ topic: '', partitionMetadata, message: { key, value: null } }) === partition;
    return keys.find(fits) ?? '';
  };
  return [keyOf(0), keyOf(1)];
}

/** Describes what needs a real broker; see {@link describeUnlessMissing}. */
export function describeWithKafka(name: string, tests: (cluster: KafkaCluster) => void): void {
  const cluster = new KafkaCluster();
  describeUnlessMissing(name, missingForKafka(), () => {
    beforeAll(() => cluster.start(), 90_000);
    afterAll(() => cluster.stop());
    tests(cluster);
  });
}

/** Signed by itself; the file that is returned has its key too. */
function makeCertificate(folder: string, certificate: string): string {
  const key = join(folder, 'key.pem');
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject];
  const { status, stderr } = spawnSync('openssl', [...request, '-keyout', key, '-out', certificate], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`openssl makes no certificate: ${stderr}`);
  const both = join(folder, 'key-and-certificate.pem');
  writeFileSync(both, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'), { mode: 0o600 });
  return both;
}
