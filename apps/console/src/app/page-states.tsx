import { useRouteError } from 'react-router';
import { Button, ButtonLink } from '../ui/button';
import { Page } from '../ui/page';
import { EmptyState, Loading, Skeleton } from '../ui/states';
import type { PageEntry } from './pages';
import { useSession } from '../api/use-session';

export function PageLoading() {
  return (
    <Loading>
      <div className="mx-auto w-full max-w-6xl space-y-6 px-4 py-6 md:px-8 md:py-8">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-64 w-full rounded-xl" />
      </div>
    </Loading>
  );
}

export function NotFound() {
  return (
    <Page title="Page not found">
      <EmptyState title="There is no such page" action={<ButtonLink to="/">Go to the overview</ButtonLink>}>
        The address may be mistyped, or the page has moved.
      </EmptyState>
    </Page>
  );
}

export function NotAllowed({ page }: { page: PageEntry }) {
  const { role } = useSession();
  return (
    <Page title={page.label}>
      <EmptyState title="You may not see this">
        {role === null ? 'Your API key' : `The role ${role}`} does not have the scope <code>{page.scope}</code>. An
        administrator can give you a role that allows it.
      </EmptyState>
    </Page>
  );
}

/** A page whose code could not be loaded, for example after an upgrade of the service, or that has a fault. */
export function PageError() {
  const error = useRouteError();
  console.error(error);
  return (
    <Page title="Something went wrong">
      <EmptyState title="This page cannot be shown" action={<Button onClick={() => location.reload()}>Reload</Button>}>
        The service may have been upgraded while the page was open. Reload the page to continue.
      </EmptyState>
    </Page>
  );
}
