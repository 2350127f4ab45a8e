import { useEffect } from 'react';
import { useList } from '../../api/list';
import { Card } from '../../ui/card';
import { ErrorMessage, Loading, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';

/** API keys that pay from this wallet and see nothing else of the account's money. */
export function BoundKeys({ walletId }: { walletId: string }) {
  const list = useList('/v1/api_keys');
  const { hasMore, isLoadingMore, loadMore } = list;
  // The API does not filter keys by wallet, so all of them are read.
  useEffect(() => {
    if (hasMore && !isLoadingMore) loadMore();
  }, [hasMore, isLoadingMore, loadMore]);
  const keys = list.rows?.filter(
    ({ wallet_ids, revoked_at }) => revoked_at === null && wallet_ids?.includes(walletId) === true,
  );
  return (
    <Card title="Keys of this wallet">
      {list.error !== null && <ErrorMessage error={list.error} />}
      {keys === undefined && list.error === null && (
        <Loading>
          <Skeleton className="h-10" />
        </Loading>
      )}
      {keys?.length === 0 && !hasMore && (
        <p className="text-muted">No API key is bound to this wallet. Bind one to have an agent pay from it alone.</p>
      )}
      {keys !== undefined && keys.length > 0 && (
        <ul className="space-y-3">
          {keys.map(({ id, name, last4, last_used_at }) => (
            <li key={id}>
              <span className="font-medium">{name ?? 'API key'}</span>{' '}
              <span className="font-mono text-xs text-muted">…{last4}</span>
              <span className="block text-xs text-muted">
                {last_used_at === null ? (
                  'Never used'
                ) : (
                  <>
                    Last used <Time at={last_used_at} />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
