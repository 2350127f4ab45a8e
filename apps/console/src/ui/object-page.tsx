import type { ReactNode } from 'react';
import { Card } from './card';
import { Page } from './page';
import { ErrorState, Loading, Skeleton } from './states';

/** The page of one object while it is loaded, or when it could not be. */
export function ObjectPage<Data>({
  title,
  back,
  query,
  children,
}: {
  title: string;
  back?: { to: string; label: string };
  query: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => unknown };
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  return (
    <Page title={title} {...(back !== undefined && { back })}>
      {query.error ? (
        <Card>
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      ) : (
        <Loading>
          <Skeleton className="h-96 rounded-xl" />
        </Loading>
      )}
    </Page>
  );
}
