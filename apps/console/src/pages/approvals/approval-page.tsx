import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { queries } from '../../api/client';
import { useCan } from '../../api/use-session';
import { Amount } from '../../ui/amount';
import { StatusBadge, labelOf } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Copyable } from '../../ui/copyable';
import { Detail, Details } from '../../ui/details';
import { Page } from '../../ui/page';
import { ErrorState, Loading, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';
import type { ApprovalContext } from './approval-context';
import { Decision } from './decision';
import { People } from './people';
import { SpendLimit } from './spend-limit';

const BACK = { to: '/approvals', label: 'Approvals' };

export function Component() {
  const { id = '' } = useParams();
  const can = useCan();
  const approval = queries.useQuery(
    'get',
    '/v1/approvals/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 5_000 : false) },
  );
  const { payment_id: paymentId, wallet_id: walletId = null } = approval.data ?? {};
  const hasPayment = paymentId !== undefined && can('payments:read');
  const payment = queries.useQuery(
    'get',
    '/v1/payments/{id}',
    { params: { path: { id: paymentId ?? '' } } },
    { enabled: hasPayment },
  );
  const wallet = queries.useQuery(
    'get',
    '/v1/wallets/{id}',
    { params: { path: { id: walletId ?? '' } } },
    { enabled: walletId !== null },
  );
  const failed = [approval, payment, wallet].find(({ error }) => error !== null);
  const isLoading = approval.data === undefined || payment.isLoading || wallet.isLoading;
  if (isLoading || failed !== undefined) {
    return (
      <Page title="Approval" back={BACK}>
        {failed === undefined ? (
          <Loading>
            <Skeleton className="h-96 rounded-xl" />
          </Loading>
        ) : (
          <Card>
            <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
          </Card>
        )}
      </Page>
    );
  }
  return <ApprovalView approval={approval.data} payment={payment.data ?? null} wallet={wallet.data ?? null} />;
}

function ApprovalView(context: ApprovalContext) {
  const { approval, payment, wallet } = context;
  const { amount, currency, status } = approval;
  return (
    <Page
      title={`Approval of ${amount} ${currency}`}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          <Amount value={amount} currency={currency} />
          <StatusBadge status={status} />
        </span>
      }
      description={<Sentence {...context} />}
      back={BACK}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-6">
          <PaymentDetails approval={approval} payment={payment} wallet={wallet} />
          <SpendLimit approval={approval} wallet={wallet} />
        </div>
        <div className="min-w-0 space-y-6">
          <Decision {...context} />
          <People approval={approval} wallet={wallet} />
        </div>
      </div>
    </Page>
  );
}

function Sentence({ approval, payment, wallet }: ApprovalContext) {
  const from = wallet === null ? 'the treasury' : `the wallet ${wallet.label ?? wallet.owner}`;
  if (payment === null) return <>A payment from {from}</>;
  const verb = approval.status === 'pending' ? 'would be paid' : 'to be paid';
  return (
    <>
      {verb} from {from} to <Copyable value={payment.to} label="the recipient" />
    </>
  );
}

function PaymentDetails({ approval, payment, wallet }: ApprovalContext) {
  const can = useCan();
  return (
    <Card
      title="Payment"
      action={
        can('payments:read') && (
          <Link to={`/payments/${approval.payment_id}`} className="rounded text-link hover:underline">
            Open the payment
          </Link>
        )
      }
    >
      <Details>
        <Detail label="Paid from">
          <Source wallet={wallet} />
        </Detail>
        {wallet !== null && <Detail label="Chain">{labelOf(wallet.chain)}</Detail>}
        {payment !== null && (
          <>
            <Detail label="Memo">{payment.memo}</Detail>
            <Detail label="Status">
              {payment.status === 'pending' ? labelOf(payment.stage) : labelOf(payment.status)}
              {payment.error_message !== null && <span className="text-muted">: {payment.error_message}</span>}
            </Detail>
            {Object.entries(payment.metadata).map(([key, value]) => (
              <Detail key={key} label={key}>
                {value}
              </Detail>
            ))}
          </>
        )}
        <Detail label="Requested">
          <Time at={approval.created_at} />
        </Detail>
        <Detail label="Approval">
          <Copyable value={approval.id} label="the id of the approval" />
        </Detail>
      </Details>
    </Card>
  );
}

function Source({ wallet }: Pick<ApprovalContext, 'wallet'>): ReactNode {
  if (wallet === null) return 'Treasury';
  return (
    <>
      <Link to={`/wallets/${wallet.id}`} className="rounded text-link hover:underline">
        {wallet.label ?? wallet.owner}
      </Link>
      {wallet.address !== null && (
        <div>
          <Copyable value={wallet.address} label="the address of the wallet" />
        </div>
      )}
    </>
  );
}
