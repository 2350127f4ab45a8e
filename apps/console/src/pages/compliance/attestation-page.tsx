import { useParams } from 'react-router';
import { queries } from '../../api/client';
import type { Resource } from '../../api/client';
import { useRefresh } from '../../api/list';
import { useCan } from '../../api/use-session';
import { StatusBadge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Copyable } from '../../ui/copyable';
import { Detail, Details } from '../../ui/details';
import { ConfirmButton } from '../../ui/dialog';
import { Page } from '../../ui/page';
import { ErrorState, Loading, Skeleton } from '../../ui/states';
import { Time } from '../../ui/time';
import { toast } from '../../ui/toast';
import { checkName } from './findings';

const BACK = { to: '/compliance/attestations', label: 'Attestations' };

export function Component() {
  const { id = '' } = useParams();
  const attestation = queries.useQuery('get', '/v1/compliance/attestations/{id}', { params: { path: { id } } });
  if (attestation.data === undefined) {
    return (
      <Page title="Attestation" back={BACK}>
        {attestation.error ? (
          <Card>
            <ErrorState error={attestation.error} onRetry={() => void attestation.refetch()} />
          </Card>
        ) : (
          <Loading>
            <Skeleton className="h-72 rounded-xl" />
          </Loading>
        )}
      </Page>
    );
  }
  return <AttestationView attestation={attestation.data} />;
}

function AttestationView({ attestation }: { attestation: Resource<'Attestation'> }) {
  const { id, address, owner, status, checks, country_code, reference, expires_at } = attestation;
  const { created_by, created_at, revoked_by, revoked_at } = attestation;
  return (
    <Page
      title={`Attestation ${reference}`}
      heading={
        <span className="flex flex-wrap items-center gap-3">
          {reference}
          <StatusBadge status={status} />
        </span>
      }
      description="Your word that you have checked somebody. The proof is in your own system, under this reference."
      back={BACK}
      actions={<RevokeButton attestation={attestation} />}
    >
      <Card title="Details">
        <Details>
          <Detail label={address === null ? 'Owner' : 'Address'}>
            <Copyable value={address ?? owner ?? ''} label="whom it is about" />
          </Detail>
          <Detail label="Covers">{checks.map(checkName).join(', ')}</Detail>
          <Detail label="Country">{country_code}</Detail>
          <Detail label="Counts until">
            <Time at={expires_at} />
          </Detail>
          <Detail label="Created">
            <Time at={created_at} /> <span className="text-muted">by</span>{' '}
            <Copyable value={created_by} label="who created it" />
          </Detail>
          {revoked_at !== null && (
            <Detail label="Revoked">
              <Time at={revoked_at} />
              {revoked_by !== null && (
                <>
                  {' '}
                  <span className="text-muted">by</span> <Copyable value={revoked_by} label="who revoked it" />
                </>
              )}
            </Detail>
          )}
          <Detail label="Attestation">
            <Copyable value={id} label="the id of the attestation" />
          </Detail>
        </Details>
      </Card>
    </Page>
  );
}

function RevokeButton({ attestation: { id, status } }: { attestation: Resource<'Attestation'> }) {
  const can = useCan();
  const refresh = useRefresh();
  const revocation = queries.useMutation('delete', '/v1/compliance/attestations/{id}');
  if (!can('compliance:write') || status !== 'active') return null;
  return (
    <ConfirmButton
      label="Revoke"
      title="Revoke this attestation?"
      confirm="Revoke it"
      act={async () => {
        await revocation.mutateAsync({ params: { path: { id } } });
        toast('The attestation is revoked.');
        await refresh('/v1/compliance');
      }}
    >
      The next screening no longer counts it, so the next payment may wait for a review. Payments that were cleared
      before stay cleared. You cannot take this back; you can create a new attestation.
    </ConfirmButton>
  );
}
