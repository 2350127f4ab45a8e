import { createBrowserRouter } from 'react-router';
import type { RouteObject } from 'react-router';
import { Layout } from './layout';
import { NotAllowed, NotFound, PageError, PageLoading } from './page-states';
import { PAGES } from './pages';
import type { PageEntry } from './pages';
import { useCan } from '../api/use-session';
import { Outlet } from 'react-router';

function Guarded({ page }: { page: PageEntry }) {
  return useCan()(page.scope) ? <Outlet /> : <NotAllowed page={page} />;
}

function routesOf(page: PageEntry): RouteObject {
  return {
    ...(page.path === '' ? {} : { path: page.path }),
    element: <Guarded page={page} />,
    children: [...page.routes],
    errorElement: <PageError />,
    hydrateFallbackElement: <PageLoading />,
  };
}

/** Made once there is a session, so that no page is loaded before. */
export function createRouter() {
  return createBrowserRouter(
    [
      {
        element: <Layout />,
        errorElement: <PageError />,
        hydrateFallbackElement: <PageLoading />,
        children: [...PAGES.map(routesOf), { path: '*', element: <NotFound /> }],
      },
    ],
    { basename: '/console' },
  );
}
