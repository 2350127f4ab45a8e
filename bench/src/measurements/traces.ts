import type { Measurement } from '../bench';
import { PAYMENTS } from '../load/workload';
import { temporaryFolder } from '../processes/folders';
import { Service } from '../processes/service';
import { FIGURES } from '../report/figures';
import { atLeast } from '../report/section';
import { openSink } from '../servers/sink';
import { contest, contestSteps, figuresOf, speedRatio, warmUp } from './contest';

const CONNECTIONS = 64;
const SHARE = '0.1';
/** Of the payments without traces. */
const SPEED_WANTED = 0.97;
/** A few per cent are looked for: more turns than elsewhere. */
const TURNS = 3;

/** What traces of one request in ten take from the payments. */
export const traces: Measurement = {
  name: 'traces',
  title: `POST /payments with ${Number(SHARE) * 100} % of the requests traced, and without`,
  byNameOnly: true,
  run: async (given) => {
    const bench = { ...given, scale: { ...given.scale, rounds: given.scale.rounds * TURNS } };
    bench.progress.begin(contestSteps(bench, 2));
    const collector = await openSink(bench.cleanup);
    const stress = {
      kind: 'closed',
      workload: PAYMENTS,
      connections: CONNECTIONS,
      seconds: bench.scale.sliceSeconds,
    } as const;
    const start = (settings: Readonly<Record<string, string>>) =>
      Service.start(temporaryFolder(bench.cleanup).path, bench.cleanup, settings);
    const contenders = {
      without: { server: await start({}), stress },
      traced: {
        server: await start({
          OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
          OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
          OTEL_TRACES_SAMPLER_ARG: SHARE,
        }),
        stress,
      },
    };
    await warmUp(bench, contenders);
    const { without, traced } = await contest(bench, `${CONNECTIONS} connections`, contenders);
    if ((await collector.received()) === 0) throw new Error('the collector has got no spans');
    return {
      columns: [{ key: 'service', title: 'service', format: 'text' }, ...FIGURES],
      rows: [
        { service: 'without traces', ...figuresOf(without) },
        { service: 'with traces', ...figuresOf(traced) },
      ],
      verdicts: [atLeast('payments with traces × without, slice by slice', speedRatio(traced, without), SPEED_WANTED)],
    };
  },
};
