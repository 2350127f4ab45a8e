import type { ChainLog, ChainMeter } from './chain-log';
import { silentChainMeter } from './chain-log';
import { middleOf } from './rpc/agreement';
import type { RpcEndpoint } from './rpc/rpc-endpoint';

/** What the service expects of a network. `docs/going-live.md` has a row for each. */
export type AssumptionName =
  'block_time' | 'finality' | 'state_history' | 'rules' | 'blockhash_life' | 'transaction_versions' | 'account_rent';

/** Something that the service expects of a network, and what its endpoints say. */
export interface Assumption {
  readonly name: AssumptionName;
  readonly expected: string;
  /** In words. Null: no endpoint could say. */
  readonly found: string | null;
  /** Null: no endpoint could say. */
  readonly holds: boolean | null;
}

/** How one assumption is checked. */
export interface AssumptionCheck {
  readonly name: AssumptionName;
  readonly expected: string;
  /** @throws Error when the endpoint does not say */
  readonly measure: (endpoint: RpcEndpoint) => Promise<number>;
  readonly holds: (measured: number) => boolean;
  readonly describe: (measured: number) => string;
}

/** A pace that differs from the expected one by more than this factor is reported. */
export const PACE_FACTOR_MAX = 2;
const PAGE = 'docs/going-live.md#what-the-networks-are-expected-to-be';

/** Whether a measured time between two blocks is what is expected; both in milliseconds. */
export function isExpectedPace(measuredMs: number, expectedMs: number): boolean {
  return measuredMs <= expectedMs * PACE_FACTOR_MAX && measuredMs * PACE_FACTOR_MAX >= expectedMs;
}

/**
 * The check of a chain's pace.
 *
 * @param expectedMs - the expected time between two of them, in milliseconds
 * @param measure - measures it at an endpoint, in milliseconds
 */
export function paceCheck(
  unit: 'block' | 'slot',
  expectedMs: number,
  measure: AssumptionCheck['measure'],
): AssumptionCheck {
  return {
    name: 'block_time',
    expected: `a ${unit} every ${expectedMs} ms`,
    measure,
    holds: (measuredMs) => isExpectedPace(measuredMs, expectedMs),
    describe: (measuredMs) => `a ${unit} every ${Math.round(measuredMs)} ms`,
  };
}

/** Warns of an assumption that does not hold. */
export function warnOfAssumption(log: ChainLog, chain: string, { name, expected, found }: Assumption): void {
  log.warn(
    { chain, assumption: name, expected, found },
    `${name}: expected ${expected}, found ${found ?? 'nothing'}. See ${PAGE}`,
  );
}

/**
 * Compares a network with what the service expects of it. The median of the endpoints counts. Nothing depends on the
 * result but warnings: it never stops the start.
 *
 * @param parts - `checks`: what to look at; none on a local chain
 */
export async function checkAssumptions({
  chain,
  endpoints,
  checks,
  log,
  meter = silentChainMeter,
}: {
  readonly chain: string;
  readonly endpoints: readonly RpcEndpoint[];
  readonly checks: readonly AssumptionCheck[];
  readonly log: ChainLog;
  readonly meter?: ChainMeter | undefined;
}): Promise<readonly Assumption[]> {
  const found = await Promise.all(checks.map((check) => checkAssumption(check, endpoints)));
  for (const assumption of found) {
    const { name, holds } = assumption;
    if (holds === false) warnOfAssumption(log, chain, assumption);
    // The time of blocks is measured all the time, by the watch over the endpoints.
    if (name !== 'block_time' && holds !== null) {
      meter.gauge('chain_assumption_holds', { chain, assumption: name }, () => Number(holds));
    }
  }
  return found;
}

async function checkAssumption(check: AssumptionCheck, endpoints: readonly RpcEndpoint[]): Promise<Assumption> {
  const { name, expected } = check;
  const settled = await Promise.allSettled(endpoints.map((endpoint) => check.measure(endpoint)));
  const measured = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (measured.length === 0) return { name, expected, found: null, holds: null };
  const middle = middleOf(measured);
  return { name, expected, found: check.describe(middle), holds: check.holds(middle) };
}
