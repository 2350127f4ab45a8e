import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nowInUtc, processors } from '../../bench/src/report/circumstances';
import { publish, requirePlace } from '../../bench/src/report/publish';
import { runDrill, type DrillRun } from './drill';
import { holds, runChainDrill } from './chain-drill';
import { chainDrillReport, drillReport } from './report';
import { TOPOLOGIES, type Topology } from '../rig/start/site';

const USAGE = `Backs up a service under load, destroys it, restores it elsewhere, sends every payment again, and counts.

  npm run drill                       standalone, a pair and the stack
  npm run drill -- --on pair          one of them
  npm run drill -- --rate <n>         so many payments per second, in place of 200
  npm run drill -- --chains           on local chains, standalone: three backups under load, restored one after the other, and a
                                      backup of a store that is not accepted yet; 4 payments per second, unless told
  npm run drill -- --write <file>     into a document, in the place of the table that it has
`;

const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;

interface Options {
  readonly topologies: readonly Topology[];
  readonly paymentsPerSecond: number;
  readonly write: string | undefined;
  readonly onChains: boolean;
}

/** Payments per second. */
const RATE = { sandbox: 200, chains: 4 } as const;

/** @returns the exit code */
async function chains({ paymentsPerSecond, write }: Options): Promise<number> {
  const destination = { write, place: 'chain-drill' };
  await requirePlace(destination);
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-backups-'));
  try {
    const runs = await runChainDrill({ paymentsPerSecond, folder, say: (line) => console.error(`  ${line}`) });
    await publish(chainDrillReport({ date: nowInUtc(), machine: `${processors()}, ${platform()}` }, runs), destination);
    return runs.every(holds) ? EXIT.done : EXIT.failed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the exit code */
async function main({ topologies, paymentsPerSecond, write }: Options): Promise<number> {
  const destination = { write, place: 'drill' };
  await requirePlace(destination);
  const runs: DrillRun[] = [];
  for (const topology of topologies) {
    const folder = mkdtempSync(join(tmpdir(), 'stablecoin-backup-'));
    const say = (line: string): void => console.error(`  ${line}`);
    console.error(topology);
    try {
      runs.push(await runDrill(topology, { paymentsPerSecond, backup: join(folder, 'backup'), say }));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  await publish(drillReport({ date: nowInUtc(), machine: `${processors()}, ${platform()}` }, runs), destination);
  const hold = runs.every(({ lost, doubled, overpaid }) => lost === 0 && doubled === 0 && overpaid === 0);
  return hold ? EXIT.done : EXIT.failed;
}

function readArguments(): Options {
  try {
    const { values } = parseArgs({
      options: {
        on: { type: 'string', multiple: true, default: [...TOPOLOGIES] },
        rate: { type: 'string' },
        chains: { type: 'boolean', default: false },
        write: { type: 'string' },
      },
    });
    const onChains = values.chains;
    const paymentsPerSecond = Number(values.rate ?? (onChains ? RATE.chains : RATE.sandbox));
    if (!(paymentsPerSecond >= 1)) throw new Error('--rate takes a number, such as 200');
    const topologies = values.on.map((name) => {
      const topology = TOPOLOGIES.find((each) => each === name);
      if (topology === undefined) throw new Error(`--on takes one of ${TOPOLOGIES.join(', ')}, not "${name}"`);
      return topology;
    });
    return { topologies, paymentsPerSecond, write: values.write, onChains };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(EXIT.wrongUse);
  }
}

const options = readArguments();
(options.onChains ? chains(options) : main(options)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(EXIT.failed);
  },
);
