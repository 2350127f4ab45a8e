import type { Resource } from '../../api/client';

type Entry = Resource<'TimelineEntry'>;

/** A chain that was considered for a payment. */
export interface Route {
  readonly chain: string;
  /** `ok`, `chosen`, or why the chain was not used. */
  readonly verdict: string;
  readonly reason: string;
  readonly fee: string | undefined;
  readonly settlementMs: number | undefined;
}

/** An attempt to tell a webhook endpoint of the payment. */
export interface DeliveryStep {
  readonly deliveryId: string;
  readonly eventType: string;
  readonly statusCode: number | undefined;
  readonly durationMs: number | undefined;
  readonly error: string | undefined;
}

/** The further keys of an entry depend on its type; what is missing or null is `undefined`. */
export function textOf(entry: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = entry[key];
  return typeof value === 'string' ? value : undefined;
}

function numberOf(entry: Readonly<Record<string, unknown>>, key: string): number | undefined {
  const value = entry[key];
  return typeof value === 'number' ? value : undefined;
}

/** The routes of an entry: `candidates` before funds were asked for, `routes` with what became of each. */
export function routesOf(entry: Entry): readonly Route[] {
  const routes = entry['routes'] ?? entry['candidates'];
  if (!Array.isArray(routes)) return [];
  return routes.map((route: Readonly<Record<string, unknown>>) => ({
    chain: textOf(route, 'chain') ?? '',
    verdict: textOf(route, 'outcome') ?? textOf(route, 'verdict') ?? '',
    reason: textOf(route, 'reason') ?? '',
    fee: textOf(route, 'fee'),
    settlementMs: numberOf(route, 'settlement_ms'),
  }));
}

export function deliveryOf(entry: Entry): DeliveryStep | undefined {
  const eventType = textOf(entry, 'event_type');
  const deliveryId = textOf(entry, 'delivery_id');
  if (eventType === undefined || deliveryId === undefined) return undefined;
  return {
    deliveryId,
    eventType,
    statusCode: numberOf(entry, 'status_code'),
    durationMs: numberOf(entry, 'duration_ms'),
    error: textOf(entry, 'error'),
  };
}

/** Whether an endpoint has yet to be told of something. */
export function isTelling(entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.type === 'delivery_scheduled' && entry['status'] === 'pending');
}

/** The result of the screening, where the timeline was asked for it. */
export function screeningOf(entry: Entry): Resource<'ComplianceResult'> | undefined {
  const screening = entry['screening'];
  return typeof screening === 'object' && screening !== null ? (screening as Resource<'ComplianceResult'>) : undefined;
}

/** Hashes of earlier submissions that the one of this entry replaced. */
export function replacedBy(entry: Entry): readonly string[] {
  const hashes = entry['replaced'];
  return Array.isArray(hashes) ? hashes.filter((hash) => typeof hash === 'string') : [];
}
