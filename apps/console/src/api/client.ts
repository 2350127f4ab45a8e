import createClient from 'openapi-fetch';
import type { Middleware } from 'openapi-fetch';
import createQueries from 'openapi-react-query';
import { noteAnswer } from './connection';
import { ApiError } from './errors';
import { isUnattended } from './presence';
import type { Identified, Page } from './pages';
import type { components, paths } from './schema';
import { csrfToken, refreshSession } from './session';

/** The public API, typed from its OpenAPI document. Every answer with a status of 400 or more is thrown as `ApiError`. */
export const api = createClient<paths, 'application/json'>({ baseUrl: location.origin });

/** A page as openapi-fetch knows one: it does not take read-only lists. */
type PageJson = Omit<Page, 'data'> & { data: Identified[] };

/** Any list of the API, page by page. */
interface Lists {
  readonly [path: string]: {
    readonly get: {
      readonly parameters: {
        readonly path?: Readonly<Record<string, string>> | undefined;
        readonly query?: Readonly<Record<string, unknown>>;
      };
      readonly responses: { readonly 200: { readonly content: { readonly 'application/json': PageJson } } };
    };
  };
}

/** The same, for what reads a list whose path it is given. */
export const lists = createClient<Lists, 'application/json'>({ baseUrl: location.origin });

/** The same as hooks: `queries.useQuery('get', '/v1/payments/{id}', { params: { path: { id } } })`. */
export const queries = createQueries(api);

/** Objects of the API by name: `Resource<'Payment'>`. */
export type Resource<Name extends keyof components['schemas']> = components['schemas'][Name];

const session: Middleware = {
  onRequest({ request }) {
    const token = csrfToken();
    if (request.method !== 'GET' && token !== null) request.headers.set('svc-csrf-token', token);
    if (request.method === 'GET' && isUnattended()) request.headers.set('svc-background', 'true');
  },
  async onResponse({ response }) {
    noteAnswer(response.status);
    if (response.ok) return;
    // The session has ended, or another tab has signed in anew: find out, so that the next request is right.
    if (response.status === 401) await refreshSession().catch(() => undefined);
    throw await ApiError.of(response);
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    noteAnswer(0);
    return ApiError.unreachable();
  },
};
for (const client of [api, lists]) client.use(session);
