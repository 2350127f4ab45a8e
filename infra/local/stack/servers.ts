import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { KafkaBroker, missingForKafka } from '../kafka';
import { accepts, freePort } from '../ports';
import type { StackOptions } from './options';
import { Program } from './program';

type EventStoreOptions = Pick<StackOptions, 'eventStoreControlPort' | 'eventStoreFlushMs' | 'eventStoreNodes'>;

/** A server that the services need, with the variable that tells them where it is. */
export interface StackServer {
  readonly variable: string;
  readonly name: string;
  /** What keeps it from starting on this machine, with the package to install; `undefined`: nothing. */
  readonly missing: () => string | undefined;
  /**
   * @param folder - of its own, where it keeps its data and its log
   * @param options - for the event store
   */
  readonly start: (folder: string, options: EventStoreOptions) => Promise<StartedServer>;
}

export interface StartedServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Ends it as a crash would. */
  readonly kill: () => Promise<void>;
  /** Starts it once more after that, where it was and with what it has kept. */
  readonly startAgain: () => Promise<void>;
  readonly pid: () => number;
  /** Undefined: it is not watched. */
  readonly program?: Program;
}

const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 15_000;
const POSTGRES = '/usr/lib/postgresql';
/** Of the stand-in's flushes, in benches: an append is then answered after about 2 ms, as by a real EventStoreDB. */
export const REAL_FLUSH_MS = 1;
const STAND_IN = join(__dirname, '..', 'eventstoredb', 'dist', 'main.js');

export const POSTGRES_SERVER: StackServer = {
  variable: 'DATABASE_URL',
  name: 'PostgreSQL',
  missing: () => (postgresPrograms() === undefined ? 'PostgreSQL is missing: apt-get install postgresql' : undefined),
  start: startPostgres,
};

/** In the order in which they are named to people; they start side by side. */
export const SERVERS: readonly StackServer[] = [
  {
    variable: 'BUS_URL',
    name: 'Kafka',
    missing: missingForKafka,
    start: async (folder) => {
      const broker = await KafkaBroker.start({ folder });
      return {
        url: `kafka://${broker.address}`,
        stop: () => broker.stop(),
        kill: () => broker.kill(),
        startAgain: () => broker.start(),
        pid: () => broker.pid,
      };
    },
  },
  {
    variable: 'EVENT_STORE_URL',
    name: 'the stand-in for EventStoreDB',
    missing: () => undefined,
    start: async (folder, { eventStoreControlPort: controlPort, eventStoreFlushMs, eventStoreNodes = 1 }) => {
      const ports = await Promise.all(Array.from({ length: eventStoreNodes }, () => freePort()));
      const control = controlPort === undefined ? [] : ['--control', String(controlPort)];
      const flush = eventStoreFlushMs === undefined ? [] : ['--flush-ms', String(eventStoreFlushMs)];
      const args = [STAND_IN, '--port', ports.join(','), '--data', join(folder, 'data'), ...control, ...flush];
      return started(
        new Program({ name: 'The stand-in for EventStoreDB', command: process.execPath, args, log: logOf(folder) }),
        ports[0] ?? 0,
        `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tls=false`,
      );
    },
  },
  POSTGRES_SERVER,
  {
    variable: 'RATE_LIMIT_URL',
    name: 'Redis',
    missing: () => (has('redis-server') ? undefined : 'Redis is missing: apt-get install redis-server'),
    start: async (folder) => {
      const port = await freePort();
      const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      return started(
        new Program({ name: 'Redis', command: 'redis-server', args, log: logOf(folder), cwd: folder }),
        port,
        `redis://127.0.0.1:${port}`,
      );
    },
  },
];

async function startPostgres(folder: string): Promise<StartedServer> {
  const bin = postgresPrograms();
  if (bin === undefined) throw new Error('PostgreSQL is missing');
  const user = postgresUser();
  const data = join(folder, 'data');
  if (!existsSync(data)) {
    mkdirSync(data, { mode: 0o700 });
    if (user !== undefined) chownSync(data, user.uid, user.gid);
    const args = ['-D', data, '-U', 'payments', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8'];
    execFileSync(join(bin, 'initdb'), args, { stdio: 'ignore', cwd: data, ...user });
  }
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${data}`];
  const args = ['-D', data, ...settings.flatMap((each) => ['-c', each]), '-c', 'max_connections=200'];
  const program = new Program({
    ...{ name: 'PostgreSQL', command: join(bin, 'postgres'), args, log: logOf(folder), cwd: data },
    // Its own processes would outlive a SIGKILL, and keep the next one from starting.
    crashSignal: 'SIGQUIT',
    ...(user === undefined ? {} : { user }),
  });
  return started(program, port, `postgres://payments@127.0.0.1:${port}/postgres`);
}

async function started(program: Program, port: number, url: string): Promise<StartedServer> {
  const ready = (): Promise<void> => program.until(() => accepts(`127.0.0.1:${port}`), READY_WITHIN_MS);
  try {
    await ready();
  } catch (error) {
    await program.stop(STOP_WITHIN_MS);
    throw error;
  }
  return {
    url,
    program,
    stop: () => program.stop(STOP_WITHIN_MS),
    kill: () => program.kill(),
    startAgain: () => {
      program.startAgain();
      return ready();
    },
    pid: () => program.pid,
  };
}

function logOf(folder: string): string {
  return join(folder, 'log');
}

/** The folder of the newest server that is installed; it is not on the PATH. */
function postgresPrograms(): string | undefined {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
  const [newest] = versions.sort((a, b) => Number(b) - Number(a));
  const bin = newest === undefined ? undefined : join(POSTGRES, newest, 'bin');
  return bin !== undefined && existsSync(join(bin, 'initdb')) ? bin : undefined;
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function has(command: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, command)));
}
