import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { FaucetButton } from '../../funds/faucet-button';
import { StatusBadge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { PageNav } from '../../ui/page-nav';
import { Page } from '../../ui/page';
import { ErrorState, Loading, Skeleton } from '../../ui/states';

const BACK = { to: '/wallets', label: 'Wallets' };

/** What all pages of one wallet have in common: its name, its state and the links between them. */
export function WalletFrame({ children }: { children: (wallet: Resource<'Wallet'>) => ReactNode }) {
  const { id = '' } = useParams();
  const wallet = queries.useQuery('get', '/v1/wallets/{id}', { params: { path: { id } } }, { refetchInterval: 15_000 });
  if (wallet.data === undefined) {
    return (
      <Page title="Wallet" back={BACK}>
        {wallet.error ? (
          <Card>
            <ErrorState error={wallet.error} onRetry={() => void wallet.refetch()} />
          </Card>
        ) : (
          <Loading>
            <Skeleton className="h-96 rounded-xl" />
          </Loading>
        )}
      </Page>
    );
  }
  const { label, owner, status, chain } = wallet.data;
  const name = label === null || label === '' ? owner : label;
  return (
    <Page
      title={name}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          {name}
          <StatusBadge status={status} />
        </span>
      }
      description={name === owner ? undefined : owner}
      back={BACK}
      actions={status === 'active' && <FaucetButton wallet={{ id, chain }} />}
    >
      <PageNav
        label={name}
        links={[
          { to: `/wallets/${id}`, label: 'Overview' },
          { to: `/wallets/${id}/ledger`, label: 'Ledger' },
        ]}
      />
      {children(wallet.data)}
    </Page>
  );
}
