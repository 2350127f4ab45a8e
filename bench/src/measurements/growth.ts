import type { Bench, Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import type { Cleanup } from '../processes/cleanup';
import { firstPaymentMs } from '../processes/first-payment';
import { bytesIn } from '../processes/folders';
import { Service } from '../processes/service';
import { FIGURES } from '../report/figures';
import { atMost, type Column, type Row, type Verdict } from '../report/section';
import { median, pairedRatio } from '../report/statistics';
import { startFloor } from '../servers/floors';
import type { FilledStore } from '../stores/filled-store';
import { contest, contestSteps, figuresOf, speedRatio, warmUp } from './contest';

const CONNECTIONS = 16;
const RATIO_WANTED = 1.15;

const COLUMNS: readonly Column[] = [
  { key: 'payments', title: 'payments in the store', format: 'whole' },
  ...FIGURES,
  { key: 'ofFloor', title: '× floor', format: 'hundredths' },
  { key: 'cost', title: 'cost × smallest', format: 'hundredths' },
  { key: 'restartMs', title: 'restart ms', format: 'whole' },
  { key: 'restart', title: 'restart × smallest', format: 'hundredths' },
  { key: 'bytesPerPayment', title: 'bytes per payment', format: 'whole' },
];

/** Whether a payment or a restart costs more when there have been many before. */
export const growth: Measurement = {
  name: 'growth',
  title: 'Cost with a history',
  run: async (bench) => {
    const [smallest = 0, ...larger] = bench.scale.storeSizes;
    bench.progress.begin(larger.length * (1 + bench.scale.rounds * 2 + contestSteps(bench, 3)));
    let smallestRow: Row | undefined;
    const rows: Row[] = [];
    for (const size of larger) {
      const compared = await bench.cleanup.within((cleanup) => compare({ ...bench, cleanup }, size, smallest));
      smallestRow ??= compared.small;
      rows.push(compared.large);
    }
    if (smallestRow === undefined) throw new Error(`there is no store of more than ${smallest} payments to look at`);
    return { columns: COLUMNS, rows: [smallestRow, ...rows], verdicts: verdictsOf(rows.at(-1)) };
  },
};

/** A service with a store of one size against one with another, in turns. */
async function compare(bench: Bench, largeSize: number, smallSize: number) {
  const { cleanup, progress, scale, shelf } = bench;
  const label = `${largeSize.toLocaleString('en')} payments`;
  progress.step(label);
  const onFilling = (what: string, done: number, total: number): void =>
    progress.within(`${label}: ${what}`, done, total);
  const large = await shelf.take(largeSize, cleanup, onFilling);
  const small = await shelf.take(smallSize, cleanup, onFilling);
  const bytes = { large: bytesIn(large.folder.path), small: bytesIn(small.folder.path) };

  const restarts = { large: [] as number[], small: [] as number[] };
  for (let round = 0; round < scale.rounds; round++) {
    progress.step(`${label}: restart`);
    restarts.large.push(await restart(large.folder.path, cleanup));
    progress.step(`${label}: restart of the smallest`);
    restarts.small.push(await restart(small.folder.path, cleanup));
  }

  const stress = { kind: 'closed', workload: PAYMENTS, connections: CONNECTIONS, seconds: scale.sliceSeconds } as const;
  const contenders = {
    large: { server: await Service.start(large.folder.path, cleanup), stress },
    small: { server: await Service.start(small.folder.path, cleanup), stress },
    floor: { server: await startFloor(cleanup), stress },
  };
  await warmUp(bench, contenders);
  const results = await contest(bench, label, contenders);
  const rowOf = (which: 'large' | 'small', { payments }: FilledStore): Row => ({
    payments,
    ...figuresOf(results[which]),
    ofFloor: speedRatio(results[which], results.floor),
    cost: speedRatio(results.small, results[which]),
    restartMs: median(restarts[which]),
    restart: pairedRatio(restarts[which], restarts.small),
    bytesPerPayment: bytes[which] / payments,
  });
  return { large: rowOf('large', large), small: rowOf('small', small) };
}

/** @returns how long after the start of the process the first payment was settled, in milliseconds */
function restart(folder: string, cleanup: Cleanup): Promise<number> {
  return cleanup.within(async (inner) => {
    const service = await Service.start(folder, inner);
    const elapsedMs = await firstPaymentMs(service);
    await service.stop();
    return elapsedMs;
  });
}

function verdictsOf(largest: Row | undefined): readonly Verdict[] {
  if (largest === undefined) return [];
  const size = Number(largest['payments']).toLocaleString('en');
  return [
    atMost(`cost of a payment behind ${size} × smallest`, Number(largest['cost']), RATIO_WANTED),
    atMost(`restart behind ${size} × smallest`, Number(largest['restart']), RATIO_WANTED),
  ];
}
