import 'reflect-metadata';
import { platform } from 'node:os';
import { nowInUtc, processors } from '../../bench/src/report/circumstances';
import { publish, requirePlace } from '../../bench/src/report/publish';
import { type FaultRun, runFault } from './fault-run';
import { type Options, readOptions } from './options';
import { PAIR_FAULTS } from './pair-faults';
import { PROCESS_FAULTS } from './process-faults';
import { faultReport } from './report';
import { STACK_FAULTS } from './stack-faults';

const USAGE = `Does to the distributed stack, or to a pair, what happens to such systems, under load, and checks that nothing is lost or doubled.

  npm run faults                      every fault, each on a stack of its own
  npm run faults -- --pair            every fault of a pair on PostgreSQL
  npm run faults -- --eventstoredb    one process, whose event store is away for a time
  npm run faults -- --only <name>,…   only these
  npm run faults -- --list            what there is
  npm run faults -- --rate <n>        so many payments per second, in place of 100, or of 300 on a pair, or of 150 on EventStoreDB
  npm run faults -- --seed <n>        other orders
  npm run faults -- --together <service>,…   on a stack whose services share a process
  npm run faults -- --write <file>    into a document, in the place of the table that it has
`;

const FAULTS = [...STACK_FAULTS, ...PAIR_FAULTS, ...PROCESS_FAULTS];
/** Of the table in a document. */
const PLACE = { stack: 'faults', pair: 'pair-faults', eventstoredb: 'eventstoredb-faults' } as const;
const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;

/** @returns the exit code */
async function main({ on, only, seed, paymentsPerSecond, together, write, list }: Options): Promise<number> {
  const all = FAULTS.filter((fault) => fault.on === on);
  const faults = only.length === 0 ? all : only.flatMap((wanted) => all.filter(({ name }) => name === wanted));
  if (list) {
    for (const { name, title } of faults) console.log(`${name.padEnd(22)}${title}`);
    return EXIT.done;
  }
  const destination = { write, place: PLACE[on] };
  await requirePlace(destination);
  const runs: FaultRun[] = [];
  const failed: string[] = [];
  for (const fault of faults) {
    const say = (line: string): void => console.error(`  ${line}`);
    console.error(`${fault.name}: ${fault.title}`);
    try {
      const run = await runFault(fault, { seed, paymentsPerSecond, together, say });
      runs.push(run);
      if (run.failure !== null) failed.push(`${fault.name}: ${run.failure}`);
      console.error(`  ${run.failure ?? 'everything holds'}`);
      // After each, so that nothing is lost when it is interrupted.
      if (write !== undefined) await publish(report(seed, runs), destination);
    } catch (error) {
      failed.push(`${fault.name}: ${error instanceof Error ? error.message : String(error)}`);
      console.error(`  ${failed.at(-1)}`);
    }
  }
  if (write === undefined && runs.length > 0) await publish(report(seed, runs), destination);
  for (const failure of failed) console.error(`FAILED ${failure}`);
  return failed.length === 0 ? EXIT.done : EXIT.failed;
}

function report(seed: number, runs: readonly FaultRun[]): string {
  return faultReport({ date: nowInUtc(), machine: `${processors()}, ${platform()}`, seed }, runs);
}

function readArguments(): Options {
  try {
    return readOptions(process.argv.slice(2), FAULTS);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(EXIT.wrongUse);
  }
}

main(readArguments()).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(EXIT.failed);
  },
);
