import type { ChainName } from './money';
import type { ServiceName } from './topics';

export const ENDPOINT_FAULTS = [
  'ahead',
  'behind',
  'silent',
  'refuses',
  'malformed',
  'disagrees',
  'state_pruned',
] as const;

/** An RPC endpoint of a chain. */
export interface EndpointReport {
  /** Without credentials. */
  readonly name: string;
  /** `unknown`: nothing was asked of it yet. */
  readonly status: 'agreeing' | 'faulty' | 'unknown';
  /** Its latest block or slot; null: none was seen yet. */
  readonly height: number | null;
  /** How far it is behind the highest of the chain's endpoints. */
  readonly behind: number | null;
  readonly seen_at: string | null;
  readonly last_fault: (typeof ENDPOINT_FAULTS)[number] | null;
  readonly last_fault_at: string | null;
}

/** A chain of live mode. */
export interface ChainReport {
  readonly chain: ChainName;
  /** Endpoints that have to agree. */
  readonly needed: number;
  readonly agreeing: number;
  readonly endpoints: readonly EndpointReport[];
}

export const ALARM_NAMES = [
  'service_unreachable',
  'part_down',
  'dead_letters',
  'chain_endpoints_disagree',
  'sanctions_list_stale',
  'sanctions_list_refused',
  'sender_gas_low',
  'treasury_differs',
  'transactions_set_aside',
  'deposits_held',
  'wallet_allowances',
] as const;

/** An alarm. */
export interface Alarm {
  readonly name: (typeof ALARM_NAMES)[number];
  readonly service: ServiceName;
  readonly severity: 'warning' | 'critical';
  /** What is wrong, and what to do. */
  readonly message: string;
  /** What it is about, such as a chain; null: the service. */
  readonly object: string | null;
}

/** What a service says of itself. Nothing in it belongs to a tenant. */
export interface ServiceReport {
  readonly version: string;
  readonly started_at: string;
  readonly checks: readonly { readonly name: string; readonly status: 'up' | 'down' }[];
  /** `behind`: positions of the event store that it does not include yet. */
  readonly read_models: readonly { readonly name: string; readonly position: number; readonly behind: number }[];
  /** Null: it publishes nothing, or another instance does. */
  readonly outbox: { readonly position: number; readonly behind: number } | null;
  /** `waiting`: jobs that are due, counted up to 10,000. */
  readonly jobs: readonly { readonly kind: string; readonly waiting: number; readonly oldest_due_at: string | null }[];
  readonly chains: readonly ChainReport[];
  readonly alarms: readonly Alarm[];
}

export interface SystemService extends Pick<ServiceReport, 'checks' | 'read_models' | 'outbox' | 'jobs'> {
  readonly name: ServiceName;
  /** `degraded`: a check is down. `unreachable`: it did not answer in time. */
  readonly status: 'up' | 'degraded' | 'unreachable';
  readonly version: string | null;
  readonly started_at: string | null;
  readonly uptime_seconds: number | null;
}

/** The state of the whole service. */
export interface System {
  readonly as_of: string;
  readonly version: string;
  /** `degraded`: an alarm is raised. */
  readonly status: 'up' | 'degraded';
  readonly services: readonly SystemService[];
  readonly chains: readonly ChainReport[];
  /** Of all accounts; null: they could not be counted. */
  readonly dead_letters: number | null;
  readonly alarms: readonly Alarm[];
}

/** A message of the caller's account that could not be handled. Its content is not shown. */
export interface DeadLetterView {
  readonly id: string;
  /** The service that could not handle it. */
  readonly consumer: string;
  readonly type: string;
  /** Id of the object that it is about. */
  readonly object: string;
  readonly message_id: string;
  readonly cause: string;
  readonly attempts: number;
  readonly failed_at: string;
  readonly created_at: string;
}

/** The result of a redrive. */
export interface Redriven {
  readonly id: string;
  /** `sent`: its consumer is in another process, and removes it when it has handled it. `failed`: it stays. */
  readonly outcome: 'handled' | 'sent' | 'failed';
  /** Why it failed. */
  readonly cause: string | null;
}

/** Every service answers for itself. The gateway puts the answers together, and asks itself without a query. */
export type SystemQueries = {
  [Service in Exclude<ServiceName, 'gateway'> as `${Service}.system`]: {
    params: Readonly<Record<string, never>>;
    result: ServiceReport;
  };
};
