import {
  ApiError,
  type Delivery,
  type Payment,
  type QueryMap,
  type Tenant,
  type TimelineEntry,
} from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import { hasScopeInAccount, type Caller } from '@stablecoin/access';

/** What a timeline may have beside the payment's own entries, and the scope that it takes. */
const EXPANSIONS = { screening: 'compliance:read', deliveries: 'webhooks:read' } as const;
export type TimelineExpansion = keyof typeof EXPANSIONS;

/** Entries that a screening is the reason for. */
const SCREENED: ReadonlySet<string> = new Set(['in_review', 'screened', 'failed']);

/**
 * Checks that a caller may see what a timeline is expanded with.
 *
 * @throws ApiError `insufficient_scope`
 */
export function requireExpansions(caller: Caller, expansions: readonly TimelineExpansion[]): void {
  const missing = expansions.find((each) => !hasScopeInAccount(caller, EXPANSIONS[each]));
  if (missing === undefined) return;
  const message = `expand=${missing} takes the scope ${EXPANSIONS[missing]}, and no API key that is bound to wallets.`;
  throw new ApiError('insufficient_scope', message, { param: 'expand' });
}

/** Adds to the entries of a timeline what other services know of the payment. */
export async function expandTimeline(
  entries: readonly TimelineEntry[],
  payment: { readonly tenant: Tenant; readonly id: string },
  expansions: readonly TimelineExpansion[],
  queries: Queries<QueryMap>,
): Promise<readonly TimelineEntry[]> {
  const { tenant, id } = payment;
  const by = { ...tenant, id };
  const [screened, deliveries] = await Promise.all([
    expansions.includes('screening') ? withScreenings(entries, tenant, await refOf(by, queries), queries) : entries,
    expansions.includes('deliveries') ? queries.ask('webhook.payment_deliveries', by) : [],
  ]);
  // Sorting is stable: what happened to the payment comes before what was told of it.
  return [...screened, ...deliveries.flatMap(tellDelivery)].sort(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
}

async function refOf(
  by: Tenant & { readonly id: string },
  queries: Queries<QueryMap>,
): Promise<Payment['compliance_ref']> {
  return (await queries.ask('payment.get', by))?.compliance_ref ?? null;
}

/** @param last - the screening that counts: a payment that was blocked has no entry that names it */
async function withScreenings(
  entries: readonly TimelineEntry[],
  tenant: Tenant,
  last: string | null,
  queries: Queries<QueryMap>,
): Promise<readonly TimelineEntry[]> {
  const refs = entries.map(({ type, compliance_ref: ref, error_code: code }) => {
    if (!SCREENED.has(type)) return undefined;
    if (type !== 'failed') return typeof ref === 'string' ? ref : null;
    return code === 'compliance_blocked' ? last : undefined;
  });
  const distinct = [...new Set(refs)].filter((ref) => typeof ref === 'string');
  const found = await Promise.all(distinct.map((ref) => queries.ask('compliance.get', { ...tenant, id: ref })));
  const results = new Map(distinct.map((ref, index) => [ref, found[index] ?? null]));
  return entries.map((entry, index) => {
    const ref = refs[index];
    return ref === undefined ? entry : { ...entry, screening: ref === null ? null : (results.get(ref) ?? null) };
  });
}

function tellDelivery(delivery: Delivery): readonly TimelineEntry[] {
  const { id, endpoint_id, event_id, event_type, status, attempts, next_attempt_at, created_at } = delivery;
  const of = { delivery_id: id, endpoint_id, event_id, event_type };
  const scheduled: TimelineEntry = {
    type: 'delivery_scheduled',
    at: created_at,
    text: `The event ${event_type} goes to the endpoint ${endpoint_id}.`,
    ...of,
    status,
    next_attempt_at,
  };
  const attempted = attempts.map((attempt, index): TimelineEntry => {
    const { at, status_code, duration_ms, error, request } = attempt;
    const outcome = error === null ? 'was delivered' : `was not delivered: ${error}`;
    return {
      type: 'delivery_attempted',
      at,
      text: `The event ${event_type} ${outcome}.`,
      ...of,
      attempt: index + 1,
      status_code,
      duration_ms,
      error,
      url: request?.url ?? null,
    };
  });
  return [scheduled, ...attempted];
}
