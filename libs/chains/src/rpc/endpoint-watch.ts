import type { ChainReport, ChainName } from '@stablecoin/contracts';
import { silentChainMeter } from '../chain-log';
import type { ChainLog, ChainMeter } from '../chain-log';
import { majorityOf } from './agreement';
import { PaceWatch } from './pace-watch';
import type { RpcEndpoint } from './rpc-endpoint';

/**
 * A fault of an endpoint. `ahead`: its latest block is later than the local clock allows. `behind`: its latest block is
 * old. `silent`: no answer within the deadline. `refuses`: an error. `malformed`: an invalid answer, or one to another
 * question. `disagrees`: most endpoints answer differently. `state_pruned`: it no longer has the state that is final.
 */
export type EndpointFault = 'ahead' | 'behind' | 'silent' | 'refuses' | 'malformed' | 'disagrees' | 'state_pruned';

const ADVICE: Readonly<Record<EndpointFault, string>> = {
  ahead: 'its latest block is in the future. Check the clock of this machine, then the endpoint',
  behind: 'its latest block is old. Check the endpoint, and replace it if it stays behind',
  silent: 'it gives no answer. Check the endpoint, and replace it if it stays silent',
  refuses: 'it answers with errors. Check its limits and its history, and replace it if they stay',
  malformed: 'its answers do not fit the questions. Replace the endpoint',
  disagrees: 'it contradicts the majority. Compare it with a block explorer, and replace the endpoint if it is wrong',
  state_pruned:
    'it no longer has the state of the final block. Use an archive, or a node that keeps the state of two hours',
};
const LOGGED_EVERY_MS = 60_000;

/** What was last seen of an endpoint. */
interface Seen {
  agrees: boolean | undefined;
  height: number | null;
  seenAt: number | null;
  fault: EndpointFault | null;
  faultAt: number | null;
}

/** Counts and logs which endpoints of a chain cannot be counted on, and which agree. */
export class EndpointWatch {
  readonly #chain: string;
  readonly #log: ChainLog;
  readonly #meter: ChainMeter;
  readonly #now: () => number;
  readonly #loggedAt = new Map<string, number>();
  readonly #endpoints: ReadonlyMap<string, Seen>;
  readonly #pace: PaceWatch | null;

  constructor(parts: {
    readonly chain: string;
    readonly endpoints: readonly { readonly name: string }[];
    /** The expected time between two blocks or slots, in milliseconds. Default: the pace is not watched. */
    readonly expectedBlockMs?: number | null;
    readonly log: ChainLog;
    readonly meter?: ChainMeter | undefined;
    readonly now: () => number;
  }) {
    this.#chain = parts.chain;
    this.#log = parts.log;
    this.#meter = parts.meter ?? silentChainMeter;
    this.#now = parts.now;
    const { chain, endpoints, expectedBlockMs: expectedMs = null } = parts;
    const unseen = { agrees: undefined, height: null, seenAt: null, fault: null, faultAt: null };
    this.#endpoints = new Map(endpoints.map(({ name }) => [name, { ...unseen }]));
    const { log } = parts;
    this.#pace = expectedMs === null ? null : new PaceWatch({ chain, expectedMs, log, meter: this.#meter });
    this.#meter.gauge('chain_endpoints', { chain }, () => endpoints.length);
    this.#meter.gauge('chain_endpoints_agreeing', { chain }, () => this.#count(true));
    this.#meter.gauge('chain_endpoints_faulty', { chain }, () => this.#count(false));
    for (const { name: endpoint } of endpoints) {
      this.#meter.gauge('chain_endpoint_blocks_behind', { chain, endpoint }, () => this.#behind(endpoint) ?? 0);
    }
  }

  /** One of the endpoints whose answer was used. */
  agreed(endpoint: Pick<RpcEndpoint, 'name'>): void {
    const seen = this.#endpoints.get(endpoint.name);
    if (seen !== undefined) seen.agrees = true;
  }

  /** @param height - the latest block or slot of the endpoint */
  reached(endpoint: Pick<RpcEndpoint, 'name'>, height: number): void {
    const seen = this.#endpoints.get(endpoint.name);
    if (seen !== undefined) Object.assign(seen, { height, seenAt: this.#now() });
    this.#pace?.reached(Math.max(...this.#heights()), this.#now());
  }

  /** What was last seen of every endpoint. */
  report(): ChainReport {
    const endpoints = [...this.#endpoints];
    return {
      chain: this.#chain as ChainName,
      needed: majorityOf(endpoints.length),
      agreeing: this.#count(true),
      endpoints: endpoints.map(([name, { agrees, height, seenAt, fault, faultAt }]) => ({
        name,
        status: agrees === undefined ? 'unknown' : agrees ? 'agreeing' : 'faulty',
        height,
        behind: this.#behind(name),
        seen_at: isoOf(seenAt),
        last_fault: fault,
        last_fault_at: isoOf(faultAt),
      })),
    };
  }

  /** By how many blocks it is behind the highest; null: it was never reached. */
  #behind(endpoint: string): number | null {
    const height = this.#endpoints.get(endpoint)?.height ?? null;
    if (height === null) return null;
    return Math.max(...this.#heights()) - height;
  }

  #heights(): readonly number[] {
    return [...this.#endpoints.values()].map((seen) => seen.height ?? 0);
  }

  /** Of those that were asked, how many agree or do not. */
  #count(agree: boolean): number {
    return [...this.#endpoints.values()].filter(({ agrees }) => agrees === agree).length;
  }

  /** @param details - what the log says beside it; nothing secret */
  faulty(endpoint: Pick<RpcEndpoint, 'name'>, fault: EndpointFault, details: object = {}): void {
    const { name } = endpoint;
    this.#meter.count('chain_endpoint_faults_total', { chain: this.#chain, endpoint: name, kind: fault });
    const key = `${name} ${fault}`;
    const last = this.#loggedAt.get(key);
    const at = this.#now();
    const seen = this.#endpoints.get(name);
    if (seen !== undefined) Object.assign(seen, { agrees: false, fault, faultAt: at });
    if (last !== undefined && at - last < LOGGED_EVERY_MS) return;
    this.#loggedAt.set(key, at);
    const fields = { chain: this.#chain, endpoint: name, kind: fault, ...details };
    this.#log.warn(fields, `an endpoint is not used: ${ADVICE[fault]}`);
  }
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Watches nothing. */
export const noWatch: Pick<EndpointWatch, 'agreed' | 'faulty' | 'reached'> = {
  agreed: () => undefined,
  faulty: () => undefined,
  reached: () => undefined,
};
