import type { Bench } from '../bench';
import type { ClosedLoop } from '../load/closed-loop';
import type { OpenLoop } from '../load/open-loop';
import type { Slice } from '../load/slice';
import { cpuMsOf, untilQuiet } from '../processes/usage';
import { median } from '../report/statistics';
import type { Server } from '../servers/floors';

type Distributed<T> = T extends unknown ? Omit<T, 'url'> : never;
/** Load without its server. */
export type Stress = Distributed<ClosedLoop | OpenLoop>;

/** A server, and what is sent to it. */
export interface Contender {
  readonly name: string;
  readonly server: Server;
  readonly stress: Stress;
}

export interface Result {
  readonly slices: readonly Slice[];
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server per request, with what it did later for it; null where the system does not tell. */
  readonly cpuMicroseconds: number | null;
}

interface Measured {
  readonly slice: Slice;
  readonly cpuMicroseconds: number | null;
}

/**
 * Lets servers take turns under load, in short slices, so that whatever else the machine does hits all of them.
 *
 * @returns the medians of each, in their order
 * @throws Error when a server did not answer as it should
 */
export async function contest(
  { load, progress, scale }: Bench,
  label: string,
  contenders: readonly Contender[],
): Promise<readonly Result[]> {
  const measured = contenders.map((): Measured[] => []);
  for (let round = 0; round < scale.rounds; round++) {
    const order = [...contenders.keys()];
    // Back and forth, so that a machine that grows slower favours nobody.
    if (round % 2 === 1) order.reverse();
    for (const index of order) {
      const contender = contenders[index];
      if (contender === undefined) continue;
      progress.step(`${label}: ${contender.name}`);
      measured[index]?.push(await measure(contender, (stress) => load.run(stress)));
    }
  }
  return measured.map(resultOf);
}

/** Calls of `progress.step` in a contest. */
export function contestSteps({ scale }: Pick<Bench, 'scale'>, contenders: number): number {
  return scale.rounds * contenders;
}

/** Load that does not count. */
export async function warmUp({ load, scale }: Bench, contenders: readonly Contender[]): Promise<void> {
  for (const { server, stress } of contenders) {
    await load.run({ ...stress, url: server.url, seconds: scale.warmUpSeconds });
    await untilQuiet(server.pid);
  }
}

async function measure(
  { name, server, stress }: Contender,
  run: (stress: ClosedLoop | OpenLoop) => Promise<Slice>,
): Promise<Measured> {
  const cpuBefore = cpuMsOf(server.pid);
  const slice = await run({ ...stress, url: server.url });
  const failures = Object.entries(slice.failures).map(([reason, count]) => `${count} × ${reason}`);
  if (failures.length > 0) throw new Error(`${name} answered ${failures.join(', ')}`);
  await untilQuiet(server.pid);
  const cpuAfter = cpuMsOf(server.pid);
  const isKnown = cpuBefore !== undefined && cpuAfter !== undefined && slice.requests > 0;
  return { slice, cpuMicroseconds: isKnown ? ((cpuAfter - cpuBefore) * 1_000) / slice.requests : null };
}

function resultOf(measured: readonly Measured[]): Result {
  const slices = measured.map(({ slice }) => slice);
  const cpu = measured.flatMap(({ cpuMicroseconds }) => (cpuMicroseconds === null ? [] : [cpuMicroseconds]));
  return {
    slices,
    requestsPerSecond: median(slices.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50Ms: median(slices.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(slices.map(({ p99Ms }) => p99Ms)),
    cpuMicroseconds: cpu.length === 0 ? null : median(cpu),
  };
}
