import { useQueries } from '@tanstack/react-query';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useCan } from '../../api/use-session';
import { alarms, failingEndpoints, lowBalances } from './need';
import type { Need } from './need';

/** So many deliveries of an endpoint are looked at: those that nobody has tried yet say nothing. */
const LATEST = 10;
/** More of a kind are shown as “100+”. */
const LIMIT = 100;

/** What waits for a person, as far as this person may see it. */
export function useNeeds(): { readonly needs: readonly Need[]; readonly isLoading: boolean; readonly error: unknown } {
  const can = useCan();
  const every = { refetchInterval: 30_000 };
  const reviews = queries.useQuery(
    'get',
    '/v1/compliance/checks',
    { params: { query: { status: 'review', limit: LIMIT } } },
    { ...every, enabled: can('compliance:read') },
  );
  const deposits = queries.useQuery(
    'get',
    '/v1/deposits',
    { params: { query: { status: 'held', limit: LIMIT } } },
    { ...every, enabled: can('compliance:read') },
  );
  const approvals = queries.useQuery(
    'get',
    '/v1/approvals',
    { params: { query: { status: 'pending', limit: LIMIT } } },
    { ...every, enabled: can('wallets:read') },
  );
  const balance = queries.useQuery('get', '/v1/treasury/balance', {}, { ...every, enabled: can('treasury:read') });
  const settings = queries.useQuery('get', '/v1/treasury/settings', {}, { enabled: can('treasury:read') });
  const endpoints = queries.useQuery(
    'get',
    '/v1/webhook_endpoints',
    { params: { query: { limit: LIMIT } } },
    { ...every, enabled: can('webhooks:read') },
  );
  const system = queries.useQuery('get', '/v1/system', {}, { ...every, enabled: can('system:read') });
  const failures = useFailures(endpoints.data?.data ?? []);
  const all = [reviews, deposits, approvals, balance, settings, endpoints, system, ...failures];
  return {
    needs: [
      ...alarms(system.data),
      ...lowBalances(balance.data, settings.data),
      ...failingEndpoints(
        endpoints.data?.data ?? [],
        failures.map(({ data }) => data?.data ?? []),
      ),
      ...waiting(
        reviews.data,
        'Review',
        'A recipient waits for a review',
        'recipients wait for a review',
        '/compliance',
      ),
      ...waiting(
        deposits.data,
        'Deposit',
        'A deposit is held until you decide',
        'deposits are held until you decide',
        '/compliance/deposits',
      ),
      ...waiting(
        approvals.data,
        'Approval',
        'A payment waits for an approval',
        'payments wait for an approval',
        '/approvals',
      ),
    ],
    isLoading: all.some((query) => query.isLoading),
    error: all.find((query) => query.error !== null)?.error ?? null,
  };
}

/** The deliveries that an endpoint has failed lately. */
function useFailures(endpoints: readonly Resource<'WebhookEndpoint'>[]) {
  return useQueries({
    queries: endpoints.map(({ id }) =>
      queries.queryOptions(
        'get',
        '/v1/webhook_endpoints/{id}/deliveries',
        { params: { path: { id }, query: { limit: LATEST } } },
        { refetchInterval: 30_000 },
      ),
    ),
  });
}

function waiting(
  page: { readonly data: readonly unknown[]; readonly has_more: boolean } | undefined,
  kind: string,
  one: string,
  many: string,
  to: string,
): readonly Need[] {
  const count = page?.data.length ?? 0;
  if (count === 0) return [];
  return [
    { tone: 'warning', kind, title: count === 1 ? one : `${count}${page?.has_more === true ? '+' : ''} ${many}`, to },
  ];
}
