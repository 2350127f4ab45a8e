import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accepts, freePorts } from '../ports';
import { kafkaJars } from './jars';

/** Any will do: a broker's storage knows it again by this. */
const CLUSTER_ID = 'c3RhYmxlY29pbi1wYXlt';
const READY_WITHIN_MS = 120_000;

export interface BrokerOptions {
  /** Where it keeps its data, configuration and log; made when it is missing. */
  readonly folder: string;
  /** Of the address that clients use; any that is free unless told. */
  readonly port?: number;
  /** Further options for Java, for example `-Xmx1g`. */
  readonly javaOptions?: readonly string[];
  /** A second address, which speaks TLS and takes this one user by SCRAM-SHA-256. */
  readonly secure?: SecureListener;
}

export interface SecureListener {
  readonly user: string;
  readonly password: string;
  /** A file with the certificate and its key, in PEM. */
  readonly certificate: string;
}

/** Little memory, and a start that is short rather than a peak that is high. */
const SMALL: readonly string[] = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** A real Kafka broker of one node (KRaft), on loopback, for tests and `npm run stack`. */
export class KafkaBroker {
  #process: ChildProcess | undefined;

  private constructor(
    private readonly options: BrokerOptions,
    /** `host:port`, as clients take it. */
    readonly address: string,
    /** The address that takes the user of {@link BrokerOptions.secure}; empty without. */
    readonly secureAddress: string,
  ) {}

  /** Formats the storage, where it is new, and starts a broker on it. */
  static async start(options: BrokerOptions): Promise<KafkaBroker> {
    mkdirSync(options.folder, { recursive: true });
    const [free = 0, controller = 0, secure = 0] = await freePorts(3);
    const port = options.port ?? free;
    const broker = new KafkaBroker(options, `127.0.0.1:${port}`, options.secure ? `127.0.0.1:${secure}` : '');
    writeFileSync(broker.#configuration, propertiesOf(options, port, controller, secure), { mode: 0o600 });
    const user = options.secure && `SCRAM-SHA-256=[name=${options.secure.user},password=${options.secure.password}]`;
    const format = ['format', '--ignore-formatted', '-t', CLUSTER_ID, '-c', broker.#configuration];
    const formatting = broker.#java('kafka.tools.StorageTool', [...format, ...(user ? ['--add-scram', user] : [])]);
    await once(formatting, 'exit');
    if (formatting.exitCode !== 0) throw broker.#failure('the storage of the Kafka broker cannot be formatted');
    await broker.start();
    return broker;
  }

  /** 0 before it has been started. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get #configuration(): string {
    return join(this.options.folder, 'server.properties');
  }

  get #log(): string {
    return join(this.options.folder, 'broker.log');
  }

  /** Starts it on the same ports and data once more, after {@link stop} or {@link kill}. */
  async start(): Promise<void> {
    const child = this.#java('kafka.Kafka', [this.#configuration]);
    this.#process = child;
    try {
      await this.#ready(child);
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  /** Lets it write what it has and leave; its data stays. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Ends it as a crash would. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Ends it and removes all it has. */
  async destroy(): Promise<void> {
    await this.kill();
    rmSync(this.options.folder, { recursive: true, force: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async #ready(child: ChildProcess): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await accepts(this.address))) {
      if (child.exitCode !== null || performance.now() > deadline) {
        throw this.#failure(`the Kafka broker did not start on ${this.address}`);
      }
      await pause(25);
    }
  }

  /** What it writes goes to its log. */
  #java(main: string, args: readonly string[]): ChildProcess {
    const log = openSync(this.#log, 'a', 0o600);
    const options = [...SMALL, ...(this.options.javaOptions ?? []), '-cp', join(kafkaJars(), '*')];
    const child = spawn('java', [...options, main, ...args], { stdio: ['ignore', log, log] });
    closeSync(log);
    return child;
  }

  #failure(what: string): Error {
    return new Error(`${what}: ${readFileSync(this.#log, 'utf8').trim().slice(-2_000)}`);
  }
}

function propertiesOf({ folder, secure }: BrokerOptions, port: number, controller: number, securePort: number): string {
  const listeners = [`PLAINTEXT://127.0.0.1:${port}`, `CONTROLLER://127.0.0.1:${controller}`];
  if (secure) listeners.push(`SASL_SSL://127.0.0.1:${securePort}`);
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controller}`,
    'controller.listener.names': 'CONTROLLER',
    listeners: listeners.join(','),
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SASL_SSL:SASL_SSL',
    'log.dirs': join(folder, 'data'),
    // Topics are made by `npm run topics`, as everywhere.
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1_000,
    // After a crash the broker is let in again when its last life has run out: nine seconds unless told. Shorter than
    // this, a machine that is busy has it shut out while it lives.
    'broker.session.timeout.ms': 3_000,
    'broker.heartbeat.interval.ms': 500,
    ...(secure && {
      'sasl.enabled.mechanisms': 'SCRAM-SHA-256',
      'listener.name.sasl_ssl.scram-sha-256.sasl.jaas.config':
        'org.apache.kafka.common.security.scram.ScramLoginModule required;',
      'ssl.keystore.type': 'PEM',
      'ssl.keystore.location': secure.certificate,
      // The name in the certificate is all that is checked, and by the client.
      'ssl.client.auth': 'none',
    }),
  };
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
