import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { HeldMoney } from '../../funds/held-money';
import { Amount } from '../../ui/amount';
import { labelOf } from '../../ui/badge';
import { Card } from '../../ui/card';
import { addAmounts } from '../../ui/money';
import { ErrorState, Loading, Skeleton } from '../../ui/states';

const CHAINS = ['base', 'ethereum', 'solana'] as const;
const CURRENCIES = ['usdc', 'eurc'] as const;

/** What the treasury holds in all, and on each chain. */
export function Balances() {
  const balance = queries.useQuery('get', '/v1/treasury/balance', {}, { refetchInterval: 15_000 });
  if (balance.data === undefined && balance.error !== null) {
    return (
      <Card title="Balances">
        <ErrorState error={balance.error} onRetry={() => void balance.refetch()} />
      </Card>
    );
  }
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        {CURRENCIES.map((currency) => (
          <Card key={currency}>
            <h2 className="text-muted">{currency.toUpperCase()}</h2>
            {balance.data === undefined ? (
              <Loading>
                <Skeleton className="mt-2 h-8 w-56" />
                <Skeleton className="mt-3 mb-1 h-4 w-72 max-w-full" />
              </Loading>
            ) : (
              <Total balance={balance.data} currency={currency} />
            )}
          </Card>
        ))}
      </div>
      <Card title="By chain" flush>
        {balance.data === undefined ? (
          <Loading>
            {/* As high as the table. */}
            <div className="h-[17.7rem] p-5">
              <Skeleton className="h-full" />
            </div>
          </Loading>
        ) : (
          <ByChain balance={balance.data} />
        )}
      </Card>
    </>
  );
}

interface OfCurrency {
  readonly balance: Resource<'TreasuryBalance'>;
  readonly currency: (typeof CURRENCIES)[number];
}

function Total({ balance, currency }: OfCurrency) {
  const reserved = addAmounts(...CHAINS.map((chain) => balance.reserved[chain][currency]));
  const available = addAmounts(...CHAINS.map((chain) => balance.available[chain][currency]));
  return (
    <>
      <p className="mt-1 text-3xl font-semibold tracking-tight break-words">
        <Amount value={balance[currency]} />
      </p>
      <p className="mt-2 text-muted">
        <Amount value={available} /> available, <Amount value={reserved} /> reserved for payments
      </p>
      <HeldMoney amount={addAmounts(...CHAINS.map((chain) => balance.held[chain][currency]))} />
    </>
  );
}

function ByChain({ balance }: { balance: Resource<'TreasuryBalance'> }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Balances by chain">
      <table className="w-full">
        <thead className="text-xs text-muted">
          <tr className="border-b border-line">
            <th className="h-10 pr-2 pl-5 md:pr-5 text-left font-medium">Chain</th>
            <th className="pr-2 md:pr-5 text-left font-medium">Currency</th>
            <th className="px-2 text-right md:px-5 font-medium">Available</th>
            <th className="pr-5 pl-2 md:pl-5 text-right font-medium">Reserved</th>
            <th className="hidden px-5 text-right font-medium md:table-cell">Total</th>
            <th className="hidden px-5 text-right font-medium md:table-cell">Held besides</th>
          </tr>
        </thead>
        {CHAINS.map((chain) => (
          <tbody key={chain} className="border-b border-line last:border-0">
            {CURRENCIES.map((currency, index) => {
              const [available, reserved] = [balance.available[chain][currency], balance.reserved[chain][currency]];
              return (
                <tr key={currency} className="h-10">
                  {index === 0 && (
                    <th
                      rowSpan={CURRENCIES.length}
                      scope="rowgroup"
                      className="py-2.5 pr-2 pl-5 md:pr-5 text-left align-top font-medium"
                    >
                      {labelOf(chain)}
                    </th>
                  )}
                  <th scope="row" className="pr-2 md:pr-5 text-left font-normal text-muted">
                    {currency.toUpperCase()}
                  </th>
                  <td className="px-2 text-right md:px-5">
                    <Amount value={available} />
                  </td>
                  <td className="pr-5 pl-2 md:pl-5 text-right text-muted">
                    <Amount value={reserved} />
                  </td>
                  <td className="hidden px-5 text-right font-medium md:table-cell">
                    <Amount value={addAmounts(available, reserved)} />
                  </td>
                  <td className="hidden px-5 text-right text-muted md:table-cell">
                    <Amount value={balance.held[chain][currency]} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
    </div>
  );
}
