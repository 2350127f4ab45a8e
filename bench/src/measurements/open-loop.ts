import type { Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { FIGURES } from '../report/figures';
import { atMost } from '../report/section';
import { startFloor } from '../servers/floors';
import { median } from '../report/statistics';
import { contest, contestSteps, figuresOf, warmUp, type Result } from './contest';

const REQUESTS_PER_SECOND = 1_000;
const P50_MS_WANTED = 3;
const P99_MS_WANTED = 15;
/** Longer than where the servers run at their limit: a stall that comes once in a while has to be seen. */
const LONGER = 3;

/** How long a client waits for its payment at a rate that is far from the limit. */
export const postAtRate: Measurement = {
  name: 'open',
  title: `POST /payments, ${REQUESTS_PER_SECOND.toLocaleString('en')} per second, whatever comes back`,
  run: async (bench) => {
    const { cleanup, progress, scale } = bench;
    progress.begin(contestSteps(bench, 2));
    const stress = {
      kind: 'open',
      workload: PAYMENTS,
      requestsPerSecond: REQUESTS_PER_SECOND,
      seconds: scale.sliceSeconds * LONGER,
    } as const;
    const contenders = {
      service: { server: await Service.start(temporaryFolder(cleanup).path, cleanup), stress },
      floor: { server: await startFloor(cleanup), stress },
    };
    await warmUp(bench, contenders);
    const { service, floor } = await contest(bench, 'open loop', contenders);
    const figures = figuresOf(service);
    return {
      columns: [
        { key: 'server', title: 'server', format: 'text' },
        ...FIGURES,
        { key: 'turnedAway', title: 'turned away', format: 'hundredths' },
      ],
      rows: [
        { server: 'service', ...figures, turnedAway: shareTurnedAway(service) },
        { server: 'floor', ...figuresOf(floor), turnedAway: shareTurnedAway(floor) },
      ],
      verdicts: [
        atMost(`share turned away at ${REQUESTS_PER_SECOND}/s`, shareTurnedAway(service), 0),
        atMost(`POST /payments p50 ms at ${REQUESTS_PER_SECOND}/s`, figures.p50Ms, P50_MS_WANTED),
        atMost(`POST /payments p99 ms at ${REQUESTS_PER_SECOND}/s`, figures.p99Ms, P99_MS_WANTED),
      ],
    };
  },
};

function shareTurnedAway({ slices }: Result): number {
  return median(slices.map(({ requests, turnedAway }) => turnedAway / Math.max(1, requests + turnedAway)));
}
