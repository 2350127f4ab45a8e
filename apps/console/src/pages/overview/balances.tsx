import { queries } from '../../api/client';
import { Amount } from '../../ui/amount';
import { labelOf } from '../../ui/badge';
import { Card } from '../../ui/card';
import { ErrorState, Loading, Skeleton } from '../../ui/states';

const CHAINS = ['base', 'ethereum', 'solana'] as const;
const CURRENCIES = ['usdc', 'eurc'] as const;

/** What the treasury holds: in all, and on each chain with what is reserved of it. */
export function Balances() {
  const balance = queries.useQuery('get', '/v1/treasury/balance', {}, { refetchInterval: 15_000 });
  if (balance.error) {
    return (
      <Card title="Balances">
        <ErrorState error={balance.error} onRetry={() => void balance.refetch()} />
      </Card>
    );
  }
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {CURRENCIES.map((currency) => (
        <Card key={currency} title={`${currency.toUpperCase()} balance`}>
          {balance.data === undefined ? (
            <Loading>
              <Skeleton className="h-[10.5rem]" />
            </Loading>
          ) : (
            <>
              <p className="text-3xl font-semibold tracking-tight">
                <Amount value={balance.data[currency]} />
              </p>
              <table className="mt-4 w-full">
                <thead className="text-xs text-muted">
                  <tr>
                    <th className="pb-1.5 text-left font-medium">Chain</th>
                    <th className="pb-1.5 text-right font-medium">Available</th>
                    <th className="pb-1.5 text-right font-medium">Reserved</th>
                  </tr>
                </thead>
                <tbody>
                  {CHAINS.map((chain) => (
                    <tr key={chain} className="border-t border-line">
                      <th className="py-2 text-left font-normal">{labelOf(chain)}</th>
                      <td className="py-2 text-right">
                        <Amount value={balance.data.available[chain][currency]} />
                      </td>
                      <td className="py-2 text-right text-muted">
                        <Amount value={balance.data.reserved[chain][currency]} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </>
          )}
        </Card>
      ))}
    </div>
  );
}
