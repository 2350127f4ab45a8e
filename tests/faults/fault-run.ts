import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@stablecoin/contracts';
import { checkEverything, LASTING_CHECKS, lateRepetitions } from '../rig/audit/checks';
import { doubledIn, lostIn } from '../rig/audit/counts';
import type { Blow, Fault } from './fault';
import { PairUnderFault } from '../rig/start/pair-under-fault';
import { ProcessUnderFault } from '../rig/start/process-under-fault';
import { StackUnderFault } from '../rig/start/stack-under-fault';
import { SteadyLoad } from './steady-load';
import type { SystemUnderFault } from '../rig/start/system-under-fault';

export interface FaultRunOptions {
  readonly seed: number;
  readonly paymentsPerSecond: number;
  /** Services that share a process. */
  readonly together: readonly ServiceName[];
  /** Is told of each step. */
  readonly say: (line: string) => void;
}

/** What became of a fault. */
export interface FaultRun {
  readonly name: string;
  readonly title: string;
  readonly payments: number;
  /** That were sent in fact. */
  readonly paymentsPerSecond: number;
  /** Orders that had to be sent again because nothing, or only to try again, was answered. */
  readonly sentAgain: number;
  /**
   * From the beginning of the blow after which it took longest until payments flowed again; 0 when none has mattered,
   * null when they did not within the time.
   */
  readonly flowsAfterMs: number | null;
  /** How long that blow lasted, with what it took to mend it. */
  readonly lastedMs: number;
  /** Payments that were answered and are not there; null: it never came to rest. */
  readonly lost: number | null;
  /** Keys with more than one payment, and payments with more than one transfer. */
  readonly doubled: number | null;
  /** What did not hold; null: everything did. */
  readonly failure: string | null;
}

const KEEPS_UP_WITHIN_MS = 120_000;
const FLOWS_WITHIN_MS = 120_000;
const NO_FLOW = `payments did not flow again within ${FLOWS_WITHIN_MS / 1_000} s`;

/** Starts a system, loads it, does to it what the fault says, lets it come to rest, and checks what is left. */
export async function runFault(fault: Fault, options: FaultRunOptions): Promise<FaultRun> {
  if (fault.on === 'pair') {
    const pair = new PairUnderFault();
    return runBlows(fault, pair, () => fault.blows(pair), options);
  }
  if (fault.on === 'eventstoredb') {
    const one = new ProcessUnderFault();
    return runBlows(fault, one, () => fault.blows(one), options);
  }
  const { eventStoreNodes = 1 } = fault;
  const stack = await StackUnderFault.make({ ...options, eventStoreNodes });
  return runBlows(fault, stack, () => fault.blows(stack), options);
}

function runBlows(
  { name, title }: Fault,
  system: SystemUnderFault,
  blowsOf: () => readonly Blow[],
  { seed, paymentsPerSecond, say }: FaultRunOptions,
): Promise<FaultRun> {
  return system.use(seed, say, async () => {
    const load = new SteadyLoad(system.accounts, paymentsPerSecond, seed);
    load.start();
    try {
      say(`three of four payments take less than ${seconds(await load.becomesSteady(KEEPS_UP_WITHIN_MS))}`);
      const blows: Awaited<ReturnType<typeof deliver>>[] = [];
      for (const blow of blowsOf()) {
        blows.push(await deliver(blow, load));
        const flowsAfterMs = blows.at(-1)?.flowsAfterMs ?? null;
        say(`${blow.what}: ${flowsAfterMs === null ? NO_FLOW : `payments flow again after ${seconds(flowsAfterMs)}`}`);
        if (flowsAfterMs === null) break;
      }
      await load.stop();
      const sentAgain = system.accounts.reduce((sum, { witness }) => sum + witness.unanswered.length, 0);
      say(`${load.sent.length} payments were sent, ${sentAgain} requests have no answer; all of them are sent again`);
      const worst = blows.reduce((a, b) => ((b.flowsAfterMs ?? Infinity) > (a.flowsAfterMs ?? Infinity) ? b : a));
      const left = await whatIsLeft(system, say);
      return {
        ...{ name, title, payments: load.sent.length, paymentsPerSecond: load.rate },
        ...{ sentAgain, ...worst, ...left },
        failure: left.failure ?? (worst.flowsAfterMs === null ? NO_FLOW : null),
      };
    } finally {
      await load.stop();
    }
  });
}

async function deliver(blow: Blow, load: SteadyLoad): Promise<Pick<FaultRun, 'flowsAfterMs' | 'lastedMs'>> {
  const from = performance.now();
  await blow.strike();
  await pause(blow.lastsMs);
  await blow.lift();
  const lastedMs = performance.now() - from;
  const flowsAfterMs = await load.flowsAgain(from, FLOWS_WITHIN_MS);
  return { flowsAfterMs: flowsAfterMs ?? null, lastedMs };
}

/** Lets the system come to rest, stops it, and checks it. What cannot be looked at is a failure too. */
async function whatIsLeft(
  system: SystemUnderFault,
  say: FaultRunOptions['say'],
): Promise<Pick<FaultRun, 'lost' | 'doubled' | 'failure'>> {
  let counts: Pick<FaultRun, 'lost' | 'doubled'> = { lost: null, doubled: null };
  try {
    const left = await system.examine(await system.rest());
    counts = { lost: lostIn(left), doubled: doubledIn(left) };
    for (const late of left.accounts.flatMap(lateRepetitions)) say(`a late repetition: ${late}`);
    checkEverything(left, LASTING_CHECKS);
    return { ...counts, failure: null };
  } catch (error) {
    return { ...counts, failure: error instanceof Error ? error.message : String(error) };
  }
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
