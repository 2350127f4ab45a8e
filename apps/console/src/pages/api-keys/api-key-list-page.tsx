import { useList } from '../../api/list';
import type { Resource } from '../../api/client';
import { useSession } from '../../api/use-session';
import { StatusBadge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Mono } from '../../ui/copyable';
import { Page } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { CreateApiKeyButton } from './create-api-key';
import { keyStatus } from './scopes';

type ApiKey = Resource<'ApiKey'>;

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    header: 'Name',
    width: 'minmax(10rem, 1.2fr)',
    phone: 'left',
    cell: ({ name }) => <span className="font-medium">{name === null || name === '' ? 'No name' : name}</span>,
  },
  {
    header: 'Key',
    width: '6rem',
    phone: 'left',
    cell: ({ last4 }) => <Mono className="text-muted">{`…${last4}`}</Mono>,
  },
  { header: 'Status', width: '6rem', phone: 'right', cell: (key) => <StatusBadge status={keyStatus(key)} /> },
  {
    header: 'May do',
    width: 'minmax(8rem, 1fr)',
    cell: ({ scopes, wallet_ids }) =>
      `${scopes.length} ${scopes.length === 1 ? 'scope' : 'scopes'}${wallet_ids === null ? '' : `, ${wallet_ids.length} ${wallet_ids.length === 1 ? 'wallet' : 'wallets'} only`}`,
  },
  {
    header: 'Last used',
    width: '10.5rem',
    phone: 'right',
    cell: ({ last_used_at }) =>
      last_used_at === null ? (
        <span className="text-muted">Never</span>
      ) : (
        <Time at={last_used_at} className="text-muted" />
      ),
  },
];

export function Component() {
  const { livemode } = useSession();
  const list = useList('/v1/api_keys');
  return (
    <Page
      title="API keys"
      description={`The keys that your programs send with their requests, in ${livemode ? 'live mode' : 'the sandbox'}. A key is shown once, when it is created.`}
      actions={<CreateApiKeyButton />}
    >
      <Card flush>
        <Table
          label="API keys"
          columns={COLUMNS}
          list={list}
          rowKey={({ id }) => id}
          href={({ id }) => `/api-keys/${id}`}
          empty={
            <EmptyState title="No API keys yet">
              Create one for each program, with only the scopes that it needs.
            </EmptyState>
          }
        />
      </Card>
    </Page>
  );
}
