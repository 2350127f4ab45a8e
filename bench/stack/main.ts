import 'reflect-metadata';
import { loadavg, platform, totalmem } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../infra/local/ports';
import { processCounts, readTogether } from '../../infra/local/stack/options';
import { REAL_FLUSH_MS } from '../../infra/local/stack/servers';
import { Stack } from '../../infra/local/stack/stack';
import { Load } from '../src/load/load';
import type { Slice } from '../src/load/slice';
import { PAYMENTS } from '../src/load/workload';
import { Cleanup } from '../src/processes/cleanup';
import { serviceSettings } from '../src/processes/service';
import { nowInUtc, processors } from '../src/report/circumstances';
import { publish, requirePlace } from '../src/report/publish';
import { cpuOf } from './cpu';
import { RawBroker } from './raw-broker';
import { RawStore } from './raw-store';
import { type Rate, rateOf } from './rate';
import { stackReport, type AtConnections, type AtRate } from './report';
import { Trace } from './trace';

/** Unless `--rate` says otherwise. */
const REQUESTS_PER_SECOND = 100;

const USAGE = `Measures the distributed stack beside the servers that it works on; see docs/performance.md.

  npm run bench -- --stack                   everything
  npm run bench -- --stack --quick           a look
  npm run bench -- --stack --together <service>,…   with services that share a process
  npm run bench -- --stack --connections 64  only at so many connections
  npm run bench -- --stack --rate 50         payments a second in the open loop, in place of ${REQUESTS_PER_SECOND}
  npm run bench -- --stack --write <file>    into a document, in the place of the report that it has
`;

const CONNECTIONS = [1, 16, 64, 256];
/**
 * The compilers of six programs take a minute: until then a payment takes up to three times the processor time. The stack is
 * warm when it was not faster by this factor in so many slices one after the other.
 */
const WARM_UP = { connections: 64, faster: 1.03, slices: 4, slicesMax: 24 } as const;
/** What is left of the payments of a slice is done by then, and counts as theirs. */
const LEFT_MS = 2_000;
const EXIT = { done: 0, failed: 1, wrongUse: 2, interrupted: 130 } as const;

interface Options {
  readonly quick: boolean;
  readonly write: string | undefined;
  readonly together: ReturnType<typeof readTogether>;
  readonly connections: readonly number[];
  readonly rate: number;
}

/** The stack, and what measures it. */
class StackBench {
  readonly #load: Load;
  readonly #sliceSeconds: number;
  readonly #warmUpSlicesMax: number;

  private constructor(
    private readonly url: string,
    private readonly stack: Stack,
    private readonly store: RawStore,
    private readonly broker: RawBroker,
    { quick }: Options,
    cleanup: Cleanup,
  ) {
    this.#load = Load.start(cleanup);
    this.#sliceSeconds = quick ? 2 : 8;
    this.#warmUpSlicesMax = quick ? 2 : WARM_UP.slicesMax;
  }

  static async start(options: Options, cleanup: Cleanup): Promise<StackBench> {
    const { together } = options;
    const stack = new Stack(
      { instances: processCounts(), folder: null, together, eventStoreFlushMs: REAL_FLUSH_MS },
      say,
    );
    cleanup.add(() => stack.stop());
    const { DATA_DIR: _, ...settings } = serviceSettings('');
    const environment = { PATH: process.env['PATH'], NODE_ENV: 'production', ...settings, PORT: `${await freePort()}` };
    const url = await stack.start(environment);
    const store = new RawStore(serverOf(stack, 'EVENT_STORE_URL'));
    cleanup.add(() => store.close());
    const broker = await RawBroker.open(serverOf(stack, 'BUS_URL'));
    cleanup.add(() => broker.close());
    return new StackBench(url, stack, store, broker, options, cleanup);
  }

  async warmUp(): Promise<void> {
    let [best, withoutGain] = [0, 0];
    for (let slice = 1; slice <= this.#warmUpSlicesMax && withoutGain < WARM_UP.slices; slice++) {
      const { requestsPerSecond } = await this.#closed(WARM_UP.connections, this.#sliceSeconds);
      say(`warming up: ${requestsPerSecond.toFixed(0)} payments per second`);
      withoutGain = requestsPerSecond > best * WARM_UP.faster ? 0 : withoutGain + 1;
      best = Math.max(best, requestsPerSecond);
    }
    await pause(LEFT_MS);
  }

  /** What is measured together stands side by side: the machine is as busy for one as for the other. */
  async atConnections(connections: number): Promise<AtConnections> {
    say(`${connections} connections`);
    const seconds = this.#sliceSeconds / 2;
    const appends: Rate = await rateOf(() => this.store.append(), connections, seconds);
    const roundTrips: Rate = await rateOf(() => this.broker.roundTrip(), connections, seconds);
    const { result, cpu } = await this.#measured(() => this.#closed(connections, this.#sliceSeconds));
    return { connections, payments: result, appends, roundTrips, cpu };
  }

  async atRate(requestsPerSecond: number): Promise<AtRate> {
    say(`${requestsPerSecond} payments per second, whatever comes back`);
    const open = { kind: 'open', url: this.url, workload: PAYMENTS, requestsPerSecond } as const;
    const send = (): Promise<Slice> => this.#load.run({ ...open, seconds: this.#sliceSeconds });
    const { result, cpu } = await this.#measured(send);
    // Reading every message and event along takes a fifth of the time of a busy machine: nothing is measured meanwhile.
    say(`the way of a payment, at ${requestsPerSecond} per second`);
    const trace = await Trace.start(serverOf(this.stack, 'BUS_URL'), serverOf(this.stack, 'EVENT_STORE_URL'));
    await send();
    await pause(LEFT_MS);
    return { requestsPerSecond, payments: result, cpu, traced: await trace.end() };
  }

  #closed(connections: number, seconds: number): Promise<Slice> {
    return this.#load.run({ kind: 'closed', url: this.url, workload: PAYMENTS, connections, seconds });
  }

  /** With the CPU time in microseconds that each process took for one payment. */
  async #measured(
    load: () => Promise<Slice>,
  ): Promise<{ readonly result: Slice; readonly cpu: ReadonlyMap<string, number> }> {
    const before = cpuOf(this.#processes());
    const result = await load();
    await pause(LEFT_MS);
    const used = [...cpuOf(this.#processes())].map(
      ([name, cpuMs]) => [name, ((cpuMs - (before.get(name) ?? 0)) * 1_000) / Math.max(1, result.requests)] as const,
    );
    return { result, cpu: new Map(used) };
  }

  #processes(): ReadonlyMap<string, number> {
    const { services, servers } = this.stack;
    const named = [...servers].map(([variable, { pid }]) => [SERVER_NAMES[variable] ?? variable, pid()] as const);
    return new Map([...[...services].map(([name, { pid }]) => [name, pid] as const), ...named]);
  }
}

const SERVER_NAMES: Readonly<Record<string, string>> = {
  BUS_URL: 'Kafka',
  EVENT_STORE_URL: 'event store',
  DATABASE_URL: 'PostgreSQL',
  RATE_LIMIT_URL: 'Redis',
};

function serverOf(stack: Stack, variable: string): string {
  const server = stack.servers.get(variable);
  if (server === undefined) throw new Error(`${variable} is set: the bench measures servers of its own`);
  return server.url;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** @returns the exit code */
async function main(options: Options, cleanup: Cleanup): Promise<number> {
  const { quick, together, connections, rate } = options;
  const destination = { write: options.write, place: 'bench-stack' };
  await requirePlace(destination);
  const measuredUnder = {
    date: nowInUtc(),
    machine: `${processors()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()}`,
    loadBefore: loadavg()[0] ?? 0,
    quick,
    together,
  };
  const bench = await StackBench.start(options, cleanup);
  await bench.warmUp();
  const rows: AtConnections[] = [];
  for (const each of connections) rows.push(await bench.atConnections(each));
  await publish(stackReport(measuredUnder, rows, await bench.atRate(rate)), destination);
  return EXIT.done;
}

function readArguments(): Options {
  const boolean = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      options: {
        ...{ stack: boolean, quick: boolean, write: { type: 'string' } },
        ...{
          together: { type: 'string', default: '' },
          connections: { type: 'string', default: CONNECTIONS.join(',') },
          rate: { type: 'string', default: String(REQUESTS_PER_SECOND) },
        },
      },
    });
    const connections = values.connections.split(',').map(Number);
    if (!connections.every((each) => each >= 1)) throw new Error('--connections takes numbers, such as 16,64');
    const rate = Number(values.rate);
    if (!(rate >= 1)) throw new Error('--rate takes a number, such as 100');
    return { quick: values.quick, write: values.write, together: readTogether(values.together), connections, rate };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(EXIT.wrongUse);
  }
}

const cleanup = new Cleanup();
const end = (code: number): void => void cleanup.run().then(() => process.exit(code));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(EXIT.interrupted));
main(readArguments(), cleanup).then(end, (error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  end(EXIT.failed);
});
