import { Plus } from 'lucide-react';
import { useCan } from '../../api/use-session';
import { ButtonLink } from '../../ui/button';
import { Page } from '../../ui/page';
import { Loading, Skeleton } from '../../ui/states';
import { Activity } from './activity';
import { Attention } from './attention';
import { Balances } from './balances';
import { useNeeds } from './use-needs';

export function Component() {
  const can = useCan();
  const { needs, isLoading, error } = useNeeds();
  return (
    <Page
      title="Overview"
      actions={
        can('payments:write') && (
          <ButtonLink to="/payments/new" kind="primary">
            <Plus aria-hidden className="size-4" /> Create payment
          </ButtonLink>
        )
      }
    >
      {isLoading ? (
        // All of it at once: what stands first must not push the rest down when it comes.
        <Loading>
          <Skeleton className="h-96 rounded-xl" />
        </Loading>
      ) : (
        <div className="grid gap-6">
          <Attention needs={needs} error={error} />
          {can('treasury:read') && <Balances />}
          <Activity />
        </div>
      )}
    </Page>
  );
}
