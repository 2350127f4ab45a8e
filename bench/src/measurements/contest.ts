import type { Bench } from '../bench';
import type { ClosedLoop } from '../load/closed-loop';
import type { OpenLoop } from '../load/open-loop';
import type { Slice } from '../load/slice';
import { cpuMsOf, untilQuiet } from '../processes/usage';
import type { Row } from '../report/section';
import { median, pairedRatio } from '../report/statistics';
import type { Server } from '../servers/floors';

type Distributed<T> = T extends unknown ? Omit<T, 'url'> : never;
/** Load without its server. */
export type Stress = Distributed<ClosedLoop | OpenLoop>;

/** A server, and what is sent to it. */
export interface Contender {
  readonly server: Server;
  readonly stress: Stress;
}

const WARM_UP_CONNECTIONS = 64;

/** Of each slice, in their order. */
export interface Result {
  readonly slices: readonly Slice[];
  /** CPU time of the server per request, with what it did later for it; empty where the system does not tell. */
  readonly cpuMicroseconds: readonly number[];
}

/**
 * Lets servers take turns under load, in short slices, so that whatever else the machine does hits all of them.
 *
 * @throws Error when a server did not answer as it should
 */
export async function contest<Name extends string>(
  bench: Bench,
  label: string,
  contenders: Readonly<Record<Name, Contender>>,
): Promise<Readonly<Record<Name, Result>>> {
  const entries = Object.entries<Contender>(contenders).map(([name, contender]) => {
    const result = { slices: [] as Slice[], cpuMicroseconds: [] as number[] };
    return { name, contender, result };
  });
  for (let round = 0; round < bench.scale.rounds; round++) {
    // Back and forth, so that a machine that grows slower favours nobody.
    for (const { name, contender, result } of round % 2 === 0 ? entries : entries.toReversed()) {
      bench.progress.step(`${label}: ${name}`);
      const { slice, cpuMicroseconds } = await measure(bench, name, contender);
      result.slices.push(slice);
      if (cpuMicroseconds !== undefined) result.cpuMicroseconds.push(cpuMicroseconds);
    }
  }
  const results: Record<string, Result> = Object.fromEntries(entries.map(({ name, result }) => [name, result]));
  return results as Record<Name, Result>;
}

/** Calls of `progress.step` in a contest. */
export function contestSteps({ scale }: Pick<Bench, 'scale'>, contenders: number): number {
  return scale.rounds * contenders;
}

/** What each is sent before anything counts, so that the compilers of the processes have done their work. */
export async function warmUp({ load, scale }: Bench, contenders: Readonly<Record<string, Contender>>): Promise<void> {
  const { requests: requestsMax, secondsMax: seconds } = scale.warmUp;
  for (const { server, stress } of Object.values(contenders)) {
    const { workload } = stress;
    await load.run({
      kind: 'closed',
      url: server.url,
      workload,
      connections: WARM_UP_CONNECTIONS,
      requestsMax,
      seconds,
    });
    await untilQuiet(server.pid);
  }
}

/** Medians, as cells of a table. */
export function figuresOf({ slices, cpuMicroseconds }: Result) {
  return {
    requestsPerSecond: median(slices.map(({ requestsPerSecond }) => requestsPerSecond)),
    p50Ms: median(slices.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(slices.map(({ p99Ms }) => p99Ms)),
    cpuMicroseconds: cpuMicroseconds.length === 0 ? null : median(cpuMicroseconds),
  } satisfies Row;
}

/** How fast one is compared to the other, slice by slice. */
export function speedRatio(one: Result, other: Result): number {
  const rates = ({ slices }: Result): readonly number[] => slices.map(({ requestsPerSecond }) => requestsPerSecond);
  return pairedRatio(rates(one), rates(other));
}

/** @throws Error when a server did not answer as it should */
export function requireAnswers(name: string, { kind }: Pick<Stress, 'kind'>, slice: Slice): void {
  const failures = Object.entries(slice.failures).map(([reason, count]) => `${count} × ${reason}`);
  // No closed loop sends more than a server is asked to take; an open one may, and what is turned away is a result.
  if (kind === 'closed' && slice.turnedAway > 0) failures.push(`${slice.turnedAway} × 429`);
  if (failures.length > 0) throw new Error(`${name} answered ${failures.join(', ')}`);
}

async function measure({ load }: Bench, name: string, { server, stress }: Contender) {
  const cpuBefore = cpuMsOf(server.pid);
  const slice = await load.run({ ...stress, url: server.url });
  requireAnswers(name, stress, slice);
  await untilQuiet(server.pid);
  const cpuAfter = cpuMsOf(server.pid);
  const isKnown = cpuBefore !== undefined && cpuAfter !== undefined && slice.requests > 0;
  return { slice, cpuMicroseconds: isKnown ? ((cpuAfter - cpuBefore) * 1_000) / slice.requests : undefined };
}
