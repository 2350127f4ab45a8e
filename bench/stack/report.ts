import type { Slice } from '../src/load/slice';
import { atLeast, atMost, type Column, type Verdict } from '../src/report/section';
import { verdictTable } from '../src/report/report';
import { table } from '../src/report/table';
import type { Rate } from './rate';
import type { Traced } from './trace';

/** By process: microseconds for one payment. */
type Cpu = ReadonlyMap<string, number>;

/** As many payments as so many connections can carry, and what the servers alone do with as many at once. */
export interface AtConnections {
  readonly connections: number;
  readonly payments: Slice;
  readonly appends: Rate;
  readonly roundTrips: Rate;
  readonly cpu: Cpu;
}

/** Payments at a fixed rate. */
export interface AtRate {
  readonly requestsPerSecond: number;
  readonly payments: Slice;
  readonly cpu: Cpu;
  readonly traced: Traced;
}

/** Where and when it was measured. */
export interface MeasuredUnder {
  readonly date: string;
  readonly machine: string;
  readonly loadBefore: number;
  readonly quick: boolean;
  /** Services that shared a process. */
  readonly together: readonly string[];
}

/** Of the connections at which the cost is looked at, and the speed. */
const USUAL_CONNECTIONS = 64;
const MANY_CONNECTIONS = 256;
const WANTED = { cpuMs: 8, perSecond: 250, p50Ms: 60, p99Ms: 250 };

const number = (key: string, title: string, format: Column['format'] = 'whole'): Column => ({ key, title, format });
const text = (key: string, title: string): Column => ({ key, title, format: 'text' });

/** The report for people, in Markdown. */
export function stackReport(
  { date, machine, loadBefore, quick, together }: MeasuredUnder,
  rows: readonly AtConnections[],
  open: AtRate,
): string {
  const mode = quick ? 'with `--quick`: a look, no numbers to quote' : 'in full';
  const processes =
    together.length === 0
      ? 'One process for each service.'
      : `One process for ${together.join(', ')}, and one for each other service.`;
  const { appendsPerPayment, hops } = open.traced;
  const allowed = ({ appends }: AtConnections): number => appends.perSecond / appendsPerPayment;
  const parts = [
    `Measured ${date} on ${machine}, Node ${process.versions.node}, ${mode}. Load average before: ${loadBefore.toFixed(1)}. ${processes} A payment takes ${appendsPerPayment.toFixed(1)} appends.`,
    `### As fast as it goes\n\n${table(
      [
        number('connections', 'connections'),
        ...[
          number('perSecond', 'payments/s'),
          number('p50Ms', 'p50 ms', 'tenths'),
          number('p99Ms', 'p99 ms', 'tenths'),
        ],
        ...[number('cpu', 'CPU µs'), number('appends', 'appends/s'), number('allowed', 'allow payments/s')],
        ...[number('ofAllowed', '× allowed', 'hundredths'), number('roundTrips', 'round trips/s')],
        number('roundTripMs', 'round trip p50 ms', 'tenths'),
      ],
      rows.map((row) => ({
        connections: row.connections,
        perSecond: row.payments.requestsPerSecond,
        p50Ms: row.payments.p50Ms,
        p99Ms: row.payments.p99Ms,
        cpu: sum(row.cpu),
        appends: row.appends.perSecond,
        allowed: allowed(row),
        ofAllowed: row.payments.requestsPerSecond / allowed(row),
        roundTrips: row.roundTrips.perSecond,
        roundTripMs: row.roundTrips.p50Ms,
      })),
    )}`,
    `### ${open.requestsPerSecond} payments per second, whatever comes back\n\n${table(
      [number('requests', 'payments'), number('p50Ms', 'p50 ms', 'tenths'), number('p99Ms', 'p99 ms', 'tenths')],
      [{ requests: open.payments.requests, p50Ms: open.payments.p50Ms, p99Ms: open.payments.p99Ms }],
    )}`,
    `### CPU µs per payment, by process\n\n${table(
      [
        text('process', 'process'),
        number('atRate', `at ${open.requestsPerSecond}/s`),
        ...rows.map(({ connections }) => number(`at ${connections}`, `${connections} connections`)),
      ],
      [...open.cpu].map(([process, atRate]) => ({
        process,
        atRate,
        ...Object.fromEntries(rows.map(({ connections, cpu }) => [`at ${connections}`, cpu.get(process) ?? null])),
      })),
    )}`,
    `### The way of a payment, at ${open.requestsPerSecond}/s\n\n${table(
      [text('step', 'step'), number('atMs', 'at ms', 'tenths'), number('tookMs', 'took ms', 'tenths')],
      hops.map((hop) => ({ ...hop })),
    )}`,
    `### Targets\n\n${verdictTable(verdicts(rows, open))}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function verdicts(rows: readonly AtConnections[], { payments, requestsPerSecond }: AtRate): readonly Verdict[] {
  const at = (wanted: number) => rows.filter(({ connections }) => connections === wanted);
  return [
    ...at(USUAL_CONNECTIONS).map(({ cpu }) =>
      atMost(`CPU ms per payment, servers included, ${USUAL_CONNECTIONS} connections`, sum(cpu) / 1_000, WANTED.cpuMs),
    ),
    ...at(MANY_CONNECTIONS).map((row) =>
      atLeast(`payments/s, ${MANY_CONNECTIONS} connections`, row.payments.requestsPerSecond, WANTED.perSecond),
    ),
    atMost(`p50 ms at ${requestsPerSecond}/s`, payments.p50Ms, WANTED.p50Ms),
    atMost(`p99 ms at ${requestsPerSecond}/s`, payments.p99Ms, WANTED.p99Ms),
  ];
}

function sum(cpu: Cpu): number {
  return [...cpu.values()].reduce((total, each) => total + each, 0);
}
