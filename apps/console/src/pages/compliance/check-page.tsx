import { Link, useParams } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useList } from '../../api/list';
import { useCan } from '../../app/session';
import { Amount } from '../../ui/amount';
import { StatusBadge, inWords } from '../../ui/badge';
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
  return (
    <Page
      title={`Screening of ${shorten(address)}`}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          {isAddress(address) ? <span className="font-mono text-xl">{shorten(address)}</span> : address}
          <StatusBadge status={status} />
        </span>
      }
      description={MEANING[status]}
      back={BACK}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Card title="Evidence" flush>
          <Evidence checks={checks} />
        </Card>
        <div className="min-w-0 space-y-6">
          <ReviewDecision result={result} />
          <Affected result={result} />
          <Card title="Details">
            <Details>
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
  review: 'A person has to decide. Payments wait meanwhile.',
  blocked: 'Payments are not executed.',
};

/** What waits for the decision: payments to the address, or wallets of the owner. */
function Affected({ result: { address, status, ref } }: { result: Resource<'ComplianceResult'> }) {
  const can = useCan();
  const isWaiting = status === 'review';
  const payments = useList(
    '/v1/payments',
    { query: { to: address, stage: 'screening' } },
    { enabled: isWaiting && isAddress(address) && can('payments:read') },
  );
  const wallets = useList(
    '/v1/wallets',
    { query: { owner: address } },
    { enabled: isWaiting && !isAddress(address) && can('wallets:read') },
  );
  const waiting = payments.rows?.filter(({ compliance_ref }) => compliance_ref === ref) ?? [];
  const inReview = wallets.rows?.filter((wallet) => wallet.status === 'in_review') ?? [];
  if (waiting.length + inReview.length === 0) return null;
  return (
    <Card title="Waits for this">
      <ul className="space-y-2">
        {waiting.map(({ id, amount, currency, memo }) => (
          <li key={id} className="flex items-baseline justify-between gap-4">
            <Link to={`/payments/${id}`} className="min-w-0 truncate rounded text-link hover:underline">
              {memo ?? `Payment ${shorten(id)}`}
            </Link>
            <Amount value={amount} currency={currency} />
          </li>
        ))}
        {inReview.map(({ id, label, owner, chain }) => (
          <li key={id} className="flex items-baseline justify-between gap-4">
            <Link to={`/wallets/${id}`} className="min-w-0 truncate rounded text-link hover:underline">
              {label ?? owner}
            </Link>
            <span className="text-muted">{inWords(chain)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
