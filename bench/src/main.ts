import { loadavg, platform, totalmem } from 'node:os';
import { type Bench, FULL, type Measurement, QUICK, upTo } from './bench';
import { Load } from './load/load';
import { paymentsAgainst } from './measurements/against';
import { paymentsOn } from './measurements/chain';
import { growth } from './measurements/growth';
import { postAtRate } from './measurements/open-loop';
import { eventStoreDbPayments, pairPayments } from './measurements/on-server';
import { postPayments } from './measurements/post';
import { reads } from './measurements/reads';
import { rebuild } from './measurements/rebuild';
import { coldStart } from './measurements/start';
import { webhookDispatch } from './measurements/webhooks';
import { type Options, readOptions } from './options';
import { Cleanup } from './processes/cleanup';
import { Progress } from './progress';
import { nowInUtc, processors } from './report/circumstances';
import { publish, requirePlace } from './report/publish';
import { type Chapter, type Circumstances, jsonReport, markdownReport } from './report/report';
import { StoreShelf } from './stores/store-shelf';

const MEASUREMENTS: readonly Measurement[] = [
  postPayments,
  postAtRate,
  reads,
  webhookDispatch,
  rebuild,
  coldStart,
  growth,
  pairPayments,
  eventStoreDbPayments,
  paymentsAgainst,
];

const USAGE = `Measures the built service against a floor that is taken in the same run; see docs/performance.md.

  npm run bench                       everything that needs no option of its own
  npm run bench -- --quick            a look, in under two minutes
  npm run bench -- --only <name>,…    only these: ${MEASUREMENTS.filter(({ option }) => option === undefined)
    .map(({ name }) => name)
    .join(', ')}
  npm run bench -- --largest <n>      with no store of more than n payments; a million of them take 20 GB of disk
  npm run bench -- --chain evm        payments on local chains, against the chain alone; or --chain solana
  npm run bench -- --pair             payments on a PostgreSQL that it starts, against one committed event there
  npm run bench -- --eventstoredb     payments on a stand-in for EventStoreDB that it starts, against one committed event there
  npm run bench -- --against <commit> payments of this version and of that commit, in turns
  npm run bench -- --json             for programs
  npm run bench -- --write <file>     into a document, in the place of the report that it has
`;

const EXIT = { done: 0, failed: 1, wrongUse: 2, interrupted: 130 } as const;

/** @returns the exit code */
async function main(args: readonly string[], cleanup: Cleanup): Promise<number> {
  const options = readOptions(
    args,
    MEASUREMENTS.map(({ name }) => name),
  );
  const destination = { write: options.write, place: 'bench' };
  await requirePlace(destination);
  const scale = upTo(options.quick ? QUICK : FULL, options.largest ?? Infinity);
  const load = Load.start(cleanup);
  const bench = { scale, load, shelf: new StoreShelf(scale.storeSizes, load, cleanup) };
  const measuredUnder = circumstances(options.quick);
  const chapters: Chapter[] = [];
  for (const measurement of chosen(options)) {
    chapters.push(await cleanup.within((inner) => chapterOf(measurement, { ...bench, cleanup: inner })));
    if (cleanup.hasEnded) return EXIT.interrupted;
  }
  const report = options.json ? jsonReport : markdownReport;
  await publish(report(measuredUnder, chapters), destination);
  return chapters.every(({ failure }) => failure === undefined) ? EXIT.done : EXIT.failed;
}

function chosen({ only, chain }: Options): readonly Measurement[] {
  if (chain !== undefined) return [paymentsOn(chain)];
  return MEASUREMENTS.filter(({ name, option }) => (only.length > 0 ? only.includes(name) : option === undefined));
}

/** A measurement that fails leaves the others be. */
async function chapterOf(measurement: Measurement, parts: Omit<Bench, 'progress'>): Promise<Chapter> {
  const { name, title, option } = measurement;
  const startedAt = performance.now();
  const progress = new Progress(process.stderr, title);
  try {
    const section = await measurement.run({ ...parts, progress });
    progress.end(`done in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
    return { name, title, option, section, failure: undefined };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    progress.end(failure);
    return { name, title, option, section: undefined, failure };
  }
}

/** As they are before the bench begins. */
function circumstances(quick: boolean): Circumstances {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return {
    date: nowInUtc(),
    machine: `${processors()}, ${memory}, ${platform()}`,
    loadBefore: loadavg()[0] ?? 0,
    node: process.versions.node,
    mode: quick ? 'quick' : 'full',
  };
}

const cleanup = new Cleanup();
const end = (code: number): void => void cleanup.run().then(() => process.exit(code));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(EXIT.interrupted));
process.once('uncaughtException', (error) => {
  console.error(error);
  end(EXIT.failed);
});
main(process.argv.slice(2), cleanup).then(end, (error: unknown) => {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  end(EXIT.wrongUse);
});
