import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { Amount } from '../../ui/amount';
import { Card } from '../../ui/card';
import { Detail, Details } from '../../ui/details';
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';

/** What a final block says of a live wallet, beside what the books say. */
export function OnchainState({ wallet }: { wallet: Resource<'Wallet'> }) {
  const answer = queries.useQuery('get', '/v1/wallets/{id}', {
    params: { path: { id: wallet.id }, query: { expand: 'onchain' } },
  });
  const onchain = answer.data?.onchain ?? null;
  return (
    <Card title="On the chain">
      {answer.error !== null && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && (
        <Loading>
          <Skeleton className="h-36" />
        </Loading>
      )}
      {answer.isSuccess && onchain === null && <p className="text-muted">The chain says nothing of this wallet yet.</p>}
      {onchain !== null && (
        <>
          <Details>
            <Detail label="Balance">
              <Amount value={onchain.balances.usdc} currency="USDC" />
              <br />
              <Amount value={onchain.balances.eurc} currency="EURC" />
            </Detail>
            <Detail label="Limit of the contract">
              {onchain.limit === null ? 'No limit' : <Amount value={onchain.limit} />}
            </Detail>
            <Detail label="Spent in its window">
              <Amount value={onchain.spent} />
            </Detail>
            <Detail label="Window">
              {onchain.window_start === null ? (
                'None is open'
              ) : (
                <>
                  24 hours from <Time at={onchain.window_start} />
                </>
              )}
            </Detail>
            <Detail label="Final block">{onchain.block}</Detail>
          </Details>
          {onchain.limit !== wallet.spend_limit && (
            <div className="mt-4">
              <Notice tone="warning">
                The owners have changed the limit on the chain. Payments of this service follow the contract.
              </Notice>
            </div>
          )}
        </>
      )}
    </Card>
  );
}
