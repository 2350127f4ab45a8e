import { givenBy, type Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { atLeast, type Column, type Row } from '../report/section';
import { contest, contestSteps, figuresOf, speedRatio, warmUp, type Stress } from './contest';

const CONNECTIONS = 64;
/** Far from the limit, so that the latency is that of a payment and not of a queue. */
const REQUESTS_PER_SECOND = 400;
/** Two runs of one version differ by less. */
const RATIO_WANTED = 0.95;
const WITH_KEYS = { ...PAYMENTS, idempotencyKeys: true };
const OPEN = `with idempotency keys, ${REQUESTS_PER_SECOND} a second`;

const COLUMNS: readonly Column[] = [
  { key: 'load', title: 'payments', format: 'text' },
  ...(['before', 'now'] as const).flatMap((when): readonly Column[] => [
    { key: `${when}PerSecond`, title: `req/s ${when}`, format: 'whole' },
    { key: `${when}P50Ms`, title: `p50 ms ${when}`, format: 'tenths' },
    { key: `${when}P99Ms`, title: `p99 ms ${when}`, format: 'tenths' },
    { key: `${when}CpuMicroseconds`, title: `CPU µs ${when}`, format: 'whole' },
  ]),
  { key: 'ofBefore', title: 'now × before', format: 'hundredths' },
];

/** Payments of this version and of another commit, in turns on one machine: what a change has cost or brought. */
export const paymentsAgainst: Measurement = {
  name: 'against',
  title: 'POST /payments, this version against another',
  option: '--against <commit>',
  run: async (bench) => {
    const { cleanup, progress, scale } = bench;
    const formerRoot = givenBy('BENCH_AGAINST', '--against <commit>, which builds the other version');
    const seconds = scale.sliceSeconds;
    const loads: Readonly<Record<string, Stress>> = {
      'without idempotency keys': { kind: 'closed', workload: PAYMENTS, connections: CONNECTIONS, seconds },
      'with idempotency keys': { kind: 'closed', workload: WITH_KEYS, connections: CONNECTIONS, seconds },
      [OPEN]: { kind: 'open', workload: WITH_KEYS, requestsPerSecond: REQUESTS_PER_SECOND, seconds },
    };
    progress.begin(Object.keys(loads).length * contestSteps(bench, 2));
    const former = await Service.start(temporaryFolder(cleanup).path, cleanup, {}, formerRoot);
    const own = await Service.start(temporaryFolder(cleanup).path, cleanup);
    const rows: Row[] = [];
    for (const [load, stress] of Object.entries(loads)) {
      const contenders = { before: { server: former, stress }, now: { server: own, stress } };
      await warmUp(bench, contenders);
      const results = await contest(bench, load, contenders);
      const [before, now] = [figuresOf(results.before), figuresOf(results.now)];
      rows.push({
        load,
        beforePerSecond: before.requestsPerSecond,
        beforeP50Ms: before.p50Ms,
        beforeP99Ms: before.p99Ms,
        beforeCpuMicroseconds: before.cpuMicroseconds,
        nowPerSecond: now.requestsPerSecond,
        nowP50Ms: now.p50Ms,
        nowP99Ms: now.p99Ms,
        nowCpuMicroseconds: now.cpuMicroseconds,
        ofBefore: speedRatio(results.now, results.before),
      });
    }
    const verdicts = rows
      .filter(({ load }) => load !== OPEN)
      .map(({ load, ofBefore }) => atLeast(`payments ${String(load)}, now × before`, Number(ofBefore), RATIO_WANTED));
    return { columns: COLUMNS, rows, verdicts };
  },
};
