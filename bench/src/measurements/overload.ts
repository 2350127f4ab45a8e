import type { Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { untilQuiet } from '../processes/usage';
import { FIGURES } from '../report/figures';
import { atMost } from '../report/section';

/** The first is what the machine can do, the others are more. */
const CONNECTIONS = [64, 512, 2_000] as const;
/** One that is let in waits for a second for its turn at most. */
const P99_OVER_MS_WANTED = 1_500;
const SLICES = 4;

/** More than the machine can do: some wait for their turn, some are turned away, and those let in keep their time. */
export const overload: Measurement = {
  name: 'overload',
  title: 'Overload: more than the machine can do',
  byNameOnly: true,
  run: async ({ cleanup, load, progress, scale }) => {
    progress.begin(CONNECTIONS.length);
    const service = await Service.start(temporaryFolder(cleanup).path, cleanup);
    const rows = [];
    for (const connections of CONNECTIONS) {
      progress.step(`${connections} connections`);
      const seconds = scale.sliceSeconds * SLICES;
      const stress = { kind: 'closed', url: service.url, workload: PAYMENTS, connections, seconds } as const;
      const { requestsPerSecond, p50Ms, p99Ms, turnedAway, failures } = await load.run(stress);
      const others = Object.values(failures).reduce((sum, count) => sum + count, 0);
      await untilQuiet(service.pid);
      rows.push({ connections, requestsPerSecond, p50Ms, p99Ms, cpuMicroseconds: null, turnedAway, others });
    }
    const [calm] = rows;
    const p99OverMs = Math.max(...rows.map(({ p99Ms }) => p99Ms)) - (calm?.p99Ms ?? 0);
    return {
      columns: [
        { key: 'connections', title: 'connections', format: 'whole' },
        ...FIGURES.filter(({ key }) => key !== 'cpuMicroseconds'),
        { key: 'turnedAway', title: '429', format: 'whole' },
        { key: 'others', title: 'other answers', format: 'whole' },
      ],
      rows,
      verdicts: [
        atMost('p99 ms of those let in, more than without overload', p99OverMs, P99_OVER_MS_WANTED),
        atMost('answers that are neither 201 nor 429', Math.max(...rows.map(({ others }) => others)), 0),
      ],
    };
  },
};
