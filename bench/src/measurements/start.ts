import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import { temporaryFolder } from '../processes/folders';
import { firstPaymentMs } from '../processes/first-payment';
import { Service } from '../processes/service';
import { residentBytesOf, untilQuiet } from '../processes/usage';
import { atMost } from '../report/section';
import { median } from '../report/statistics';

const COLD_START_MS_WANTED = 1_000;
const IDLE_MEGABYTES_WANTED = 150;
const CONNECTIONS = 64;
const BYTES_PER_MEGABYTE = 1_000_000;
/** V8 tidies up what a start has left behind when a process has done nothing for some twenty seconds. */
const IDLE_MS = 30_000;
/** So many slices of load between the two looks at the memory. */
const SLICES = 6;

/** From nothing to the first payment, and how much memory that takes. */
export const coldStart: Measurement = {
  name: 'start',
  title: 'Cold start and memory',
  run: async (bench) => {
    const { cleanup, load, progress, scale } = bench;
    progress.begin(scale.rounds + 1);
    const starts: { readonly readyMs: number; readonly firstPaymentMs: number }[] = [];
    for (let round = 0; round < scale.rounds; round++) {
      progress.step('cold start');
      starts.push(await cleanup.within((inner) => startOnce({ ...bench, cleanup: inner })));
    }
    progress.step('memory');
    const service = await Service.start(temporaryFolder(cleanup).path, cleanup);
    await untilQuiet(service.pid);
    const startedMegabytes = megabytesOf(service);
    await pause(IDLE_MS);
    const idleMegabytes = megabytesOf(service);
    const seconds = scale.sliceSeconds * SLICES;
    const { requests } = await load.run({
      kind: 'closed',
      url: service.url,
      workload: PAYMENTS,
      connections: CONNECTIONS,
      seconds,
    });
    await untilQuiet(service.pid);
    const coldStartMs = median(starts.map((start) => start.firstPaymentMs));
    return {
      columns: [
        { key: 'readyMs', title: 'listens after ms', format: 'whole' },
        { key: 'coldStartMs', title: 'first 201 after ms', format: 'whole' },
        { key: 'startedMegabytes', title: 'MB then', format: 'whole' },
        { key: 'idleMegabytes', title: `idle for ${IDLE_MS / 1_000} s, MB`, format: 'whole' },
        { key: 'payments', title: 'payments', format: 'whole' },
        { key: 'afterMegabytes', title: 'MB after them', format: 'whole' },
      ],
      rows: [
        {
          readyMs: median(starts.map(({ readyMs }) => readyMs)),
          coldStartMs,
          startedMegabytes,
          idleMegabytes,
          payments: requests,
          afterMegabytes: megabytesOf(service),
        },
      ],
      verdicts: [
        atMost('cold start to the first 201, ms', coldStartMs, COLD_START_MS_WANTED),
        ...(idleMegabytes === null ? [] : [atMost('idle memory, MB', idleMegabytes, IDLE_MEGABYTES_WANTED)]),
      ],
    };
  },
};

async function startOnce({ cleanup }: Bench) {
  const service = await Service.start(temporaryFolder(cleanup).path, cleanup);
  const readyMs = performance.now() - service.spawnedAt;
  return { readyMs, firstPaymentMs: await firstPaymentMs(service) };
}

function megabytesOf({ pid }: Service): number | null {
  const bytes = residentBytesOf(pid);
  return bytes === undefined ? null : bytes / BYTES_PER_MEGABYTE;
}
