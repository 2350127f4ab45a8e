/**
 * A simulation of the whole service, to find what no test was written for: every run is another sequence of crashes,
 * lost answers, late and repeated messages and reorganised chains, and the same seed is the same run again.
 *
 *     npm run simulate -- [--seed 1] [--runs 1000] [--off <rule>,…] [--trace]
 *     npm run simulate -- --find-seeds [--off <rule>,…]
 *
 * It ends at the first run that breaks an invariant, and says how to see that run again. `--off` leaves rules of
 * docs/protocol.md out, to show what they are for; `--trace` prints all that happens. `--find-seeds` finds a run for each
 * rule, or for those that are named, and writes it beside the rule.
 *
 * To find your way: `simulation.ts` is one run, from the first request until nothing moves any more. Everything in
 * it that waits, waits for the scheduler, which alone decides what happens next; `faults.ts` says
 * what may go wrong. `cluster.ts` starts two of each service from its real module, on ports that end in
 * `simulated-*.ts`. `audit.ts` looks at every event and transfer, `at-rest.ts` at what is there in the end, and
 * `rules-off.ts` takes rules out.
 */
import 'reflect-metadata';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { findSeeds } from './find-seeds';
import { RULES, strainOf } from './rules';
import type { RuleName } from './rules';
import { Simulator } from './simulator';
import type { RunResult } from './simulator';

interface Task {
  /** The first seed, and how far apart seeds are. */
  readonly seed: number;
  readonly step: number;
  readonly runs: number;
  readonly off: readonly RuleName[];
  readonly trace: boolean;
}

interface Order extends Task {
  readonly findSeeds: boolean;
}

const REPORT_EVERY_MS = 5_000;
/** A run leaves nothing behind: with room for some of them, hardly anything is ever copied by the garbage collector. */
const YOUNG = { maxYoungGenerationSizeMb: 96 };

function readOrder(): Order {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      runs: { type: 'string', default: '1000' },
      off: { type: 'string', default: '' },
      trace: { type: 'boolean', default: false },
      'find-seeds': { type: 'boolean', default: false },
    },
  });
  const [seed, runs] = [Number(values.seed), Number(values.runs)];
  if (!Number.isInteger(seed) || !Number.isInteger(runs) || runs < 1) {
    throw new TypeError('--seed and --runs are whole numbers');
  }
  const off = values.off.split(',').filter((name) => name !== '');
  for (const name of off) {
    if (!isRule(name)) throw new TypeError(`--off takes ${RULES.map((rule) => rule.name).join(', ')}, not "${name}"`);
  }
  const findSeeds = values['find-seeds'];
  return { seed, step: 1, runs, off: off.filter(isRule), trace: values.trace, findSeeds };
}

function isRule(name: string): name is RuleName {
  return RULES.some((rule) => rule.name === name);
}

/** Runs seed after seed, up to the first that fails. */
async function runAll({ seed, step, runs, off, trace }: Task, done: (result: RunResult) => void): Promise<void> {
  const simulator = new Simulator();
  for (let run = 0; run < runs; run++) {
    const result = await simulator.run(seed + run * step, { off, strain: strainOf(off), trace });
    done(result);
    if (result.violation !== null) break;
  }
  await simulator.close();
}

/** Has every processor run its share of the seeds. */
async function share(task: Task, done: (result: RunResult) => void): Promise<void> {
  const count = Math.min(availableParallelism(), task.runs);
  const threads = Array.from({ length: count }, (_, place) => {
    const runs = Math.ceil((task.runs - place) / count);
    const own: Task = { ...task, seed: task.seed + place, step: count, runs };
    return new Worker(process.argv[1] ?? '', { workerData: own, argv: [], resourceLimits: YOUNG });
  });
  await Promise.all(
    threads.map(async (thread) => {
      thread.on('message', (result: RunResult) => {
        done(result);
        if (result.violation !== null) for (const each of threads) void each.terminate();
      });
      await once(thread, 'exit');
    }),
  );
}

async function main(): Promise<void> {
  const { findSeeds: isToFind, ...task } = readOrder();
  if (isToFind) {
    const missing = await findSeeds(task.off, (line) => console.log(line));
    if (missing.length > 0) throw new TypeError(`no seed shows what these rules are for: ${missing.join(', ')}`);
    return;
  }
  const { seed, runs, off, trace } = task;
  const startedAt = Date.now();
  const outcomes = new Map<string, number>();
  let done = 0;
  let failed: RunResult | undefined;
  const summary = (): string => {
    const seconds = (Date.now() - startedAt) / 1_000;
    return `${done} of ${runs} runs, ${seconds.toFixed(0)} s, ${((done / seconds) * 60).toFixed(0)} runs a minute`;
  };
  console.log(`Seeds ${seed} to ${seed + runs - 1}${off.length === 0 ? '' : `, without rule ${off.join(', ')}`}`);
  const report = setInterval(() => console.log(summary()), REPORT_EVERY_MS);
  await (trace || runs === 1 ? runAll : share)(task, (result) => {
    done++;
    for (const note of result.notes) console.log(note);
    for (const outcome of result.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (result.violation !== null) failed ??= result;
  });
  clearInterval(report);
  console.log(summary());
  console.log([...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', '));
  if (failed === undefined) return;
  console.log(`\nSeed ${failed.seed}: ${failed.violation ?? ''}`);
  const without = off.length === 0 ? '' : ` --off ${off.join(',')}`;
  console.log(`To see it again: npm run simulate -- --seed ${failed.seed} --runs 1${without} --trace`);
  process.exitCode = 1;
}

if (isMainThread) {
  main().catch((error: unknown) => {
    console.error(error instanceof TypeError ? error.message : error);
    process.exitCode = 1;
  });
} else {
  void runAll(workerData as Task, (result) => parentPort?.postMessage(result));
}
