import { setTimeout as pause } from 'node:timers/promises';
import type { Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { residentBytesOf } from '../processes/usage';
import { atMost } from '../report/section';
import { median } from '../report/statistics';

/** Far below what the machine can do, so that only the plan turns anybody away. */
const LIMIT = { rate: 50, burst: 100, peak: 5_000 };
const TIMES = 2;
const OFF_WANTED = 0.01;
const SAMPLES = 40;
const BYTES_PER_MEGABYTE = 1_000_000;

/** Twice what a plan allows, for long: who is let in, what the others are told, and whether memory grows. */
export const planLimit: Measurement = {
  name: 'limit',
  title: 'Overload: twice the plan’s limit',
  byNameOnly: true,
  run: async ({ cleanup, load, progress, scale }) => {
    const { overloadSeconds: seconds } = scale;
    progress.begin(SAMPLES);
    const limits = { enterprise: { payments: LIMIT } };
    const service = await Service.start(temporaryFolder(cleanup).path, cleanup, {
      RATE_LIMITS: JSON.stringify(limits),
    });
    const running = load.run({
      kind: 'open',
      url: service.url,
      workload: PAYMENTS,
      requestsPerSecond: TIMES * LIMIT.rate,
      seconds,
    });
    const megabytes: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      progress.step('twice the limit');
      await pause((seconds * 1_000) / SAMPLES);
      megabytes.push((residentBytesOf(service.pid) ?? 0) / BYTES_PER_MEGABYTE);
    }
    const { requests, turnedAway, p50Ms, p99Ms, failures } = await running;
    const allowed = LIMIT.burst + LIMIT.rate * seconds;
    const quarter = (number: number): number =>
      median(megabytes.slice(((number - 1) * SAMPLES) / 4, (number * SAMPLES) / 4));
    const others = Object.values(failures).reduce((sum, count) => sum + count, 0);
    return {
      columns: [
        { key: 'seconds', title: 'seconds', format: 'whole' },
        { key: 'sent', title: 'sent', format: 'whole' },
        { key: 'admitted', title: '201', format: 'whole' },
        { key: 'allowed', title: 'allowed', format: 'whole' },
        { key: 'turnedAway', title: '429', format: 'whole' },
        { key: 'others', title: 'other answers', format: 'whole' },
        { key: 'p50Ms', title: 'p50 ms', format: 'tenths' },
        { key: 'p99Ms', title: 'p99 ms', format: 'tenths' },
        { key: 'secondQuarter', title: 'MB, second quarter', format: 'whole' },
        { key: 'lastQuarter', title: 'MB, last quarter', format: 'whole' },
      ],
      rows: [
        {
          ...{ seconds, sent: requests + turnedAway + others, admitted: requests, allowed, turnedAway, others },
          ...{ p50Ms, p99Ms, secondQuarter: quarter(2), lastQuarter: quarter(4) },
        },
      ],
      verdicts: [
        atMost('admitted beside what the limit allows', Math.abs(requests / allowed - 1), OFF_WANTED),
        atMost('answers that are neither 201 nor 429', others, 0),
      ],
    };
  },
};
