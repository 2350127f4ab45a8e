import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import { useCan } from '../../api/use-session';
import { Amount } from '../../ui/amount';
import { StatusBadge, labelOf } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Copyable, shorten } from '../../ui/copyable';
import { Detail, Details } from '../../ui/details';
import { Page } from '../../ui/page';
import { ErrorState, Loading, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';
import { TimeLeft } from '../../ui/time-left';
import { Evidence } from './evidence';
import { isAddress } from './findings';
import { ReviewDecision } from './review-decision';

const BACK = { to: '/compliance', label: 'Compliance' };

export function Component() {
  const { ref = '' } = useParams();
  const result = queries.useQuery(
    'get',
    '/v1/compliance/checks/{ref}',
    { params: { path: { ref } } },
    { refetchInterval: ({ state }) => (state.data?.status === 'review' ? 5_000 : false) },
  );
  if (result.data === undefined) {
    return (
      <Page title="Screening" back={BACK}>
        {result.error ? (
          <Card>
            <ErrorState error={result.error} onRetry={() => void result.refetch()} />
          </Card>
        ) : (
          <Loading>
            <Skeleton className="h-96 rounded-xl" />
          </Loading>
        )}
      </Page>
    );
  }
  return <ResultView result={result.data} />;
}

function ResultView({ result }: { result: Resource<'ComplianceResult'> }) {
  const { address, status, checks, ref, created_at, expires_at } = result;
  const name = isAddress(address) ? shorten(address) : address;
  return (
    <Page
      title={`Screening of ${name}`}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          {isAddress(address) ? <span className="font-mono text-xl">{name}</span> : name}
          <StatusBadge status={status} />
        </span>
      }
      description={result.decided_by === null ? MEANING[status] : DECIDED[status]}
      back={BACK}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0 space-y-6">
          <Card title="Evidence" flush>
            <Evidence checks={checks} />
          </Card>
          {status === 'review' && <Affected result={result} />}
        </div>
        <div className="min-w-0 space-y-6">
          <ReviewDecision result={result} />
          <Card title="Details">
            <Details stacked>
              <Detail label={isAddress(address) ? 'Address' : 'Owner'}>
                <Copyable value={address} label="what was screened" />
              </Detail>
              <Detail label="Reference">
                <Copyable value={ref} label="the reference" />
              </Detail>
              <Detail label="Screened">
                <Time at={created_at} />
              </Detail>
              <Detail label={status === 'review' ? 'Decide within' : 'Used again until'}>
                {status === 'review' ? <TimeLeft until={expires_at} /> : <Time at={expires_at} />}
              </Detail>
            </Details>
          </Card>
        </div>
      </div>
    </Page>
  );
}

const MEANING: Readonly<Record<string, string>> = {
  cleared: 'Nothing speaks against a payment.',
  review: 'A person has to decide. Payments wait until then.',
  blocked: 'Payments are not executed.',
};

/** The same, where a person has decided. */
const DECIDED: Readonly<Record<string, string>> = {
  cleared: 'A person has cleared it: payments are executed.',
  blocked: 'A person has blocked it: payments are not executed.',
};

/** What waits for the decision: payments to the address, or wallets of the owner. */
function Affected({ result: { address, ref } }: { result: Resource<'ComplianceResult'> }) {
  const can = useCan();
  const ofAddress = isAddress(address);
  const isShown = can(ofAddress ? 'payments:read' : 'wallets:read');
  const payments = useList(
    '/v1/payments',
    { query: { to: address, stage: 'screening' } },
    { enabled: isShown && ofAddress },
  );
  const wallets = useList('/v1/wallets', { query: { owner: address } }, { enabled: isShown && !ofAddress });
  if (!isShown) return null;
  const { error, retry } = ofAddress ? payments : wallets;
  const waiting = payments.rows?.filter(({ compliance_ref }) => compliance_ref === ref);
  const inReview = wallets.rows?.filter(({ status }) => status === 'in_review');
  const count = (ofAddress ? waiting : inReview)?.length;
  return (
    <Card title="Waits for this decision">
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {error === null && count === undefined && (
        <Loading>
          <Skeleton className="h-5" />
        </Loading>
      )}
      {count === 0 && <p className="text-muted">No {ofAddress ? 'payment' : 'wallet'} waits for it now.</p>}
      <ul className="space-y-2">
        {waiting?.map(({ id, amount, currency, memo }) => (
          <Waiting key={id} to={`/payments/${id}`} label={memo ?? `Payment ${shorten(id)}`}>
            <Amount value={amount} currency={currency} />
          </Waiting>
        ))}
        {inReview?.map(({ id, label, owner, chain }) => (
          <Waiting key={id} to={`/wallets/${id}`} label={label ?? owner}>
            <span className="text-muted">{labelOf(chain)}</span>
          </Waiting>
        ))}
      </ul>
    </Card>
  );
}

function Waiting({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  return (
    <li className="flex items-baseline justify-between gap-4">
      <Link to={to} className="min-w-0 truncate rounded text-link hover:underline">
        {label}
      </Link>
      {children}
    </li>
  );
}
