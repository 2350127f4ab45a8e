import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { ApiError } from '../api/errors';
import { announceSession, refreshSession } from '../api/session';
import { ErrorState } from '../ui/states';
import { createRouter } from './router';
import { useSessionState } from '../api/use-session';
import { SignIn } from './sign-in';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // A browser without a network still reaches a service on its own machine.
      networkMode: 'always',
      staleTime: 5_000,
      // What the service has refused, it refuses again.
      retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.retryable),
    },
    mutations: { networkMode: 'always' },
  },
});

export function App() {
  const { status } = useSessionState();
  const [error, setError] = useState<unknown>();
  const load = () => {
    setError(undefined);
    void refreshSession().catch(setError);
  };
  useEffect(load, []);
  // What failed while the session was over is asked for again.
  useEffect(() => {
    if (status === 'active') void client.invalidateQueries({ predicate: (query) => query.state.status === 'error' });
  }, [status]);
  if (error !== undefined) return <ErrorState error={error} onRetry={load} />;
  if (status === 'loading') return null;
  if (status === 'signed-out') return <SignIn />;
  return (
    <QueryClientProvider client={client}>
      <Router />
    </QueryClientProvider>
  );
}

function Router() {
  const [router] = useState(createRouter);
  return <RouterProvider router={router} />;
}

/** The window in which somebody has signed in at the identity provider: it tells the page that opened it, and closes. */
export function SignedIn() {
  useEffect(() => {
    announceSession();
    window.close();
  }, []);
  return <p className="p-8 text-center">You are signed in. You can close this window.</p>;
}
