import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Amount } from '../../ui/amount';
import { StatusBadge, labelOf } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Copyable } from '../../ui/copyable';
import { Detail, Details } from '../../ui/details';
import { ConfirmButton } from '../../ui/dialog';
import { formatDuration } from '../../ui/format-time';
import { Page } from '../../ui/page';
import { ErrorState, Loading, Notice, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { stateOf } from './payment-state';
import { PaymentTimeline } from './payment-timeline';

/** Later the payment is authorized for a chain, and can no longer be canceled. */
const CANCELABLE_STAGES = ['screening', 'awaiting_approval', 'reserving', 'waiting', 'held'];
const BACK = { to: '/payments', label: 'Payments' };

export function Component() {
  const { id = '' } = useParams();
  const payment = queries.useQuery(
    'get',
    '/v1/payments/{id}',
    { params: { path: { id } } },
    { refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 1_500 : false) },
  );
  if (payment.data === undefined) {
    return (
      <Page title="Payment" back={BACK}>
        {payment.error ? (
          <Card>
            <ErrorState error={payment.error} onRetry={() => void payment.refetch()} />
          </Card>
        ) : (
          <Loading>
            <Skeleton className="h-96 rounded-xl" />
          </Loading>
        )}
      </Page>
    );
  }
  return <PaymentView payment={payment.data} />;
}

function PaymentView({ payment }: { payment: Resource<'Payment'> }) {
  const { amount, currency, to } = payment;
  return (
    <Page
      title={`${amount} ${currency}`}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          <Amount value={amount} currency={currency} />
          <StatusBadge status={stateOf(payment)} />
        </span>
      }
      description={
        <>
          to <Copyable value={to} label="the recipient" />
        </>
      }
      back={BACK}
      actions={<CancelButton payment={payment} />}
    >
      <WhyNotSettled payment={payment} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Card title="Timeline">
          <PaymentTimeline payment={payment} />
          {payment.status !== 'pending' && <NobodyTold />}
        </Card>
        <PaymentDetails payment={payment} />
      </div>
    </Page>
  );
}

function CancelButton({ payment }: { payment: Resource<'Payment'> }) {
  const can = useCan();
  const refresh = useRefresh();
  const cancellation = queries.useMutation('post', '/v1/payments/{id}/cancel');
  if (!can('payments:write') || payment.status !== 'pending' || !CANCELABLE_STAGES.includes(payment.stage)) return null;
  return (
    <ConfirmButton
      label="Cancel payment"
      title="Cancel this payment?"
      confirm="Cancel the payment"
      act={async () => {
        await cancellation.mutateAsync({ params: { path: { id: payment.id } }, body: {} });
        await refresh('/v1/payments', '/v1/approvals', '/v1/compliance');
        toast('The payment is canceled.');
      }}
    >
      It fails with “canceled”, and its reserved funds return. To pay later, create a new payment.
    </ConfirmButton>
  );
}

/** Why the payment has failed, or whom it waits for. */
function WhyNotSettled({ payment }: { payment: Resource<'Payment'> }) {
  const note = noteOf(payment);
  return note === null ? null : <div className="mb-6">{note}</div>;
}

function noteOf({
  status,
  stage,
  error_code,
  error_message,
  approval_id,
  compliance_ref,
}: Resource<'Payment'>): ReactNode {
  if (status === 'failed') {
    return (
      <Notice tone={error_code === 'canceled' ? 'info' : 'critical'}>
        {error_message}
        {error_code !== 'canceled' && <span className="ml-1 font-mono text-xs whitespace-nowrap">({error_code})</span>}
      </Notice>
    );
  }
  if (stage === 'awaiting_approval' && approval_id !== null) {
    return (
      <Notice tone="warning">
        This payment waits for an approval. <NoticeLink to={`/approvals/${approval_id}`}>Open the approval</NoticeLink>
      </Notice>
    );
  }
  if (stage === 'screening' && compliance_ref !== null) {
    return (
      <Notice tone="warning">
        This payment waits for a reviewer. <NoticeLink to={`/compliance/${compliance_ref}`}>Open the review</NoticeLink>
      </Notice>
    );
  }
  return null;
}

/** For people who look for the webhooks of a payment, and have not said where these go. */
function NobodyTold() {
  const can = useCan();
  const mayAdd = can('webhooks:write');
  const endpoints = queries.useQuery(
    'get',
    '/v1/webhook_endpoints',
    { params: { query: { limit: 1 } } },
    { enabled: mayAdd },
  );
  if (!mayAdd || endpoints.data?.data.length !== 0) return null;
  return (
    <p className="mt-6 border-t border-line pt-4 text-muted">
      No webhook told your server of this.{' '}
      <Link to="/webhooks" className="rounded text-link hover:underline">
        Add an endpoint
      </Link>
    </p>
  );
}

function NoticeLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="rounded font-medium underline underline-offset-2">
      {children}
    </Link>
  );
}

function PaymentDetails({ payment }: { payment: Resource<'Payment'> }) {
  const { id, chain, from, txHash, explorer_url, memo, compliance_ref, approval_id, idempotency_key } = payment;
  const { created_at, settled_at, settlement_ms, recovered, metadata } = payment;
  return (
    <Card title="Details">
      <Details>
        <Detail label="Payment">
          <Copyable value={id} label="the id of the payment" />
        </Detail>
        <Detail label="Paid from">
          {from === null ? 'Treasury' : <ObjectLink to={`/wallets/${from}`} id={from} label="the wallet" />}
        </Detail>
        <Detail label="Chain">{chain === null ? 'Not chosen yet' : labelOf(chain)}</Detail>
        <Detail label="Transaction">
          {txHash !== null && (
            <>
              <Copyable value={txHash} label="the transaction hash" short />
              {explorer_url !== null && (
                <a href={explorer_url} target="_blank" rel="noreferrer" className="ml-2 text-link hover:underline">
                  Open in explorer <ExternalLink aria-hidden className="inline size-3.5 align-[-2px]" />
                </a>
              )}
            </>
          )}
        </Detail>
        <Detail label="Memo">{memo}</Detail>
        <Detail label="Created">
          <Time at={created_at} />
        </Detail>
        <Detail label="Settled">
          {settled_at !== null && (
            <>
              <Time at={settled_at} />
              {settlement_ms !== null && <span className="text-muted"> after {formatDuration(settlement_ms)}</span>}
            </>
          )}
        </Detail>
        {recovered && <Detail label="Recovered">Its transfer was made before a restore</Detail>}
        <Detail label="Screening">
          {compliance_ref !== null && (
            <ObjectLink to={`/compliance/${compliance_ref}`} id={compliance_ref} label="the screening" />
          )}
        </Detail>
        {approval_id !== null && (
          <Detail label="Approval">
            <ObjectLink to={`/approvals/${approval_id}`} id={approval_id} label="the approval" />
          </Detail>
        )}
        <Detail label="Idempotency key">
          {idempotency_key !== null && <Copyable value={idempotency_key} label="the idempotency key" />}
        </Detail>
        {Object.entries(metadata).map(([key, value]) => (
          <Detail key={key} label={key}>
            {value}
          </Detail>
        ))}
      </Details>
    </Card>
  );
}

function ObjectLink({ to, id, label }: { to: string; id: string; label: string }) {
  return (
    <Link
      to={to}
      aria-label={`Open ${label} ${id}`}
      className="rounded font-mono text-[0.8125rem] break-all text-link hover:underline"
    >
      {id}
    </Link>
  );
}
