import { ServiceError } from '@stablecoin/contracts';
import type { RpcEndpoint } from './rpc-endpoint';

/** What one endpoint said. */
export interface EndpointAnswer<T> {
  readonly endpoint: RpcEndpoint;
  readonly value: T;
}

/** What enough endpoints say alike. */
export interface Agreement<T> {
  readonly value: T;
  /** Who says it, each with its own words. */
  readonly by: readonly EndpointAnswer<T>[];
  /** Who says something else. */
  readonly against: readonly RpcEndpoint[];
}

/** What an endpoint says is of a future that this machine's clock does not know of: it is no evidence of anything. */
export class AheadError extends ServiceError {
  readonly code = 'chain_endpoint_ahead';
  readonly retry = 'bounded';
}

/** No majority of a chain's endpoints says the same: nothing is known (protocol rule 29). */
export class EndpointsDisagreeError extends ServiceError {
  readonly code = 'chain_endpoints_disagree';
  readonly retry = 'bounded';
}

/**
 * How many endpoints have to say the same before it counts as settled, final, credited, a balance or a fee (protocol
 * rule 29). What would allow a second transfer or give money back needs all of them.
 *
 * @param configured - endpoints of the chain, whether they answer or not
 */
export function majorityOf(configured: number): number {
  return Math.floor(configured / 2) + 1;
}

/**
 * The value that at least `needed` endpoints report. With a majority there is at most one.
 *
 * @param keyOf - values with equal keys agree. Default: the whole value
 * @returns undefined when there is no such value
 */
export function agreement<T>(
  said: readonly EndpointAnswer<T>[],
  needed: number,
  keyOf: (value: T) => string = canonical,
): Agreement<T> | undefined {
  const groups = new Map<string, EndpointAnswer<T>[]>();
  for (const each of said) {
    const key = keyOf(each.value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  const [largest] = [...groups.values()].sort((one, other) => other.length - one.length);
  const [first] = largest ?? [];
  if (largest === undefined || first === undefined || largest.length < needed) return undefined;
  const against = said.filter((each) => !largest.includes(each)).map(({ endpoint }) => endpoint);
  return { value: first.value, by: largest, against };
}

/**
 * The highest number that at least `needed` endpoints have reached. One endpoint that is ahead or behind does not
 * change it.
 *
 * @returns undefined when fewer endpoints have answered
 */
export function reachedBy<T extends number | bigint>(values: readonly T[], needed: number): T | undefined {
  return values.toSorted((one, other) => (one < other ? 1 : one > other ? -1 : 0))[needed - 1];
}

/** The lowest number that at least `needed` values do not exceed, or the highest of all when there are fewer. */
export function notExceeded(values: readonly bigint[], needed: number): bigint {
  return reachedBy(values, Math.max(1, values.length - needed + 1)) ?? 0n;
}

/** The number in the middle, and the higher one of two: for what nothing final follows from. */
export function middleOf<T extends number | bigint>(values: readonly T[]): T {
  const middle = reachedBy(values, Math.ceil(values.length / 2));
  if (middle === undefined) throw new Error('there is no middle of nothing');
  return middle;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
}
