import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, platform } from 'node:os';
import { insertReport } from '../../bench/src/report/report';
import { type FaultRun, runFault } from './fault-run';
import { FAULTS } from './faults';
import { type Options, readOptions } from './options';
import { faultReport } from './report';

const USAGE = `Does to the distributed stack what happens to such stacks, under load, and checks that nothing is lost or doubled.

  npm run faults                      every fault, each on a stack of its own
  npm run faults -- --only <name>,…   only these
  npm run faults -- --list            what there is
  npm run faults -- --rate <n>        so many payments per second (200), where a machine cannot do more
  npm run faults -- --seed <n>        other orders
  npm run faults -- --together <service>,…   on a stack whose services share a process
  npm run faults -- --write <file>    into a document, in the place of the table that it has
`;

/** Of the table in a document. */
const PLACE = 'faults';
const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;

/** @returns the exit code */
async function main({ only, seed, paymentsPerSecond, together, write, list }: Options): Promise<number> {
  const faults = only.length === 0 ? FAULTS : only.flatMap((wanted) => FAULTS.filter(({ name }) => name === wanted));
  if (list) {
    for (const { name, title } of faults) console.log(`${name.padEnd(22)}${title}`);
    return EXIT.done;
  }
  // Before all the running, which would have been in vain.
  if (write !== undefined) insertReport(await readFile(write, 'utf8'), '', PLACE);
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
      if (write !== undefined) await writeInto(write, report(seed, runs));
    } catch (error) {
      failed.push(`${fault.name}: ${error instanceof Error ? error.message : String(error)}`);
      console.error(`  ${failed.at(-1)}`);
    }
  }
  if (write === undefined && runs.length > 0) process.stdout.write(report(seed, runs));
  for (const failure of failed) console.error(`FAILED ${failure}`);
  return failed.length === 0 ? EXIT.done : EXIT.failed;
}

async function writeInto(file: string, text: string): Promise<void> {
  await writeFile(file, insertReport(await readFile(file, 'utf8'), text, PLACE));
}

function report(seed: number, runs: readonly FaultRun[]): string {
  const [cpu] = cpus();
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'CPU'}, ${platform()}`;
  return faultReport({ date: `${date} UTC`, machine, seed }, runs);
}

function readArguments(): Options {
  try {
    return readOptions(
      process.argv.slice(2),
      FAULTS.map(({ name }) => name),
    );
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
