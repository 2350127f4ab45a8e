import { CreateSessionBody } from '../../resources/sessions/create-session';
import { StartSignInQuery } from '../../resources/sessions/start-sign-in';
import { EXAMPLE } from '../../http/examples';
import { errorResponses } from '../error-responses';
import { headersOf } from '../headers';
import { queryParameters } from '../inputs';
import type { Operation, Parameter, PathItem } from '../open-api';
import { json } from '../media-type';
import { ref } from '../schemas/schema';
import { keySession, session, signInMethods } from '../schemas/session';
import type { Endpoint } from './endpoint';

const tag = 'Sessions';

const ended = (id: string) =>
  ({
    description: 'Signed out.',
    schema: 'Deleted',
    examples: { ended: { summary: 'Signed out', value: { id, deleted: true } } },
    headers: ['Set-Cookie'],
  }) as const;

export const sessionEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/sessions',
    operationId: 'createSession',
    tag,
    summary: 'Sign in with an API key',
    description:
      'Exchanges the API key for a session, whose token is in a cookie that scripts cannot read. The session may do what the ' +
      'key may, from where the key may be used, and ends with the key. Each call begins another session.',
    scope: null,
    limit: 'other',
    keyOnly: true,
    isNeverReplayed: true,
    body: { type: CreateSessionBody, examples: { signIn: { summary: 'Sign in', value: {} } } },
    answers: {
      200: {
        description: 'The session, with its CSRF token.',
        schema: 'Session',
        examples: { key: { summary: 'Of an API key', value: keySession } },
        headers: ['Set-Cookie'],
      },
    },
  },
  {
    method: 'get',
    path: '/sessions/current',
    operationId: 'getSession',
    tag,
    summary: 'Who am I',
    description: 'Who sends the request, and what they may do. Also says what an API key is.',
    scope: null,
    limit: 'reads',
    answers: {
      200: {
        description: 'The session, or the API key.',
        schema: 'Session',
        examples: {
          person: { summary: 'A person', value: session },
          key: {
            summary: 'An API key, without a session',
            value: { ...keySession, id: null, csrf_token: null, created_at: null, expires_at: null },
          },
        },
      },
    },
  },
  {
    method: 'delete',
    path: '/sessions/current',
    operationId: 'endSession',
    tag,
    summary: 'Sign out',
    description: 'Ends the session, and removes its cookie.',
    scope: null,
    limit: 'other',
    answers: { 200: ended(EXAMPLE.session) },
    errors: { not_found: { message: 'There is no session: this request carries an API key.' } },
  },
  {
    method: 'delete',
    path: '/sessions',
    operationId: 'endSessions',
    tag,
    summary: 'Sign out everywhere',
    description: 'Ends all sessions of the same person or API key. The answer names whose they were.',
    scope: null,
    limit: 'other',
    answers: { 200: ended(EXAMPLE.member) },
  },
];

const open: Pick<Operation, 'tags' | 'security'> = { tags: [tag], security: [] };
const text = (name: string, description: string, example: string): Parameter => ({
  ...{ name, in: 'query', required: false, description, example },
  schema: { type: 'string' },
});
const notConfigured = { message: 'This service has no identity provider: sign in with an API key.' };
const refused = {
  rate_limited: { message: 'Too many sign-ins from your address: try again later.' },
  internal_error: { message: 'The identity provider cannot be reached at present: try again later.' },
} as const;

/** The sign-in of people: browsers are sent there, and bring no API key. */
export const signInPaths: Readonly<Record<string, PathItem>> = {
  '/v1/sessions/methods': {
    get: {
      ...open,
      operationId: 'getSignInMethods',
      summary: 'List the ways to sign in',
      description: 'What a sign-in page can offer.',
      responses: {
        200: {
          description: 'The ways to sign in.',
          headers: headersOf('svc-request-id'),
          content: json(ref('SignInMethods'), { both: { summary: 'With an identity provider', value: signInMethods } }),
        },
      },
    },
  },
  '/v1/sessions/oidc': {
    get: {
      ...open,
      operationId: 'startSignIn',
      summary: 'Sign in as a person',
      description: 'Sends the browser to the OpenID Connect provider of the operator. Open it as a page.',
      parameters: queryParameters({ type: StartSignInQuery, of: 'ses' }),
      responses: {
        302: {
          description: 'To the identity provider.',
          headers: headersOf('svc-request-id', 'Location', 'Set-Cookie'),
        },
        ...errorResponses(
          {
            invalid_request: { message: 'return_to must be a path of this service.', param: 'return_to' },
            not_found: notConfigured,
            ...refused,
          },
          { isAuthenticated: false },
        ),
      },
    },
  },
  '/v1/sessions/oidc/callback': {
    get: {
      ...open,
      operationId: 'finishSignIn',
      summary: 'Come back from the identity provider',
      description:
        'The redirect URI of the client at the provider. Begins the session, and goes on to `return_to`. A person without ' +
        'a role is a member from then on, and is refused until one is assigned.',
      parameters: [
        text('code', 'From the provider.', 'SplxlOBeZQQYbYS6WxSbIA'),
        text('state', 'From the provider.', 'af0ifjsldkj'),
        text('iss', 'From the provider.', 'https://login.example.com'),
        text('error', 'From the provider, in place of a code.', 'access_denied'),
      ],
      responses: {
        200: {
          description: 'A page that goes on to `return_to`.',
          headers: headersOf('svc-request-id', 'Set-Cookie'),
          content: {
            'text/html': {
              schema: { type: 'string' },
              examples: { page: { summary: 'Its beginning', value: '<!doctype html>' } },
            },
          },
        },
        ...errorResponses(
          {
            invalid_request: {
              message: 'This browser has not begun this sign-in, or too long ago: start again.',
              param: 'state',
            },
            unauthorized: { message: 'The answer of the identity provider does not hold: start again.' },
            insufficient_scope: {
              message: 'You are known, but have no role yet: ask an administrator to assign one.',
            },
            not_found: notConfigured,
            ...refused,
          },
          { isAuthenticated: false },
        ),
      },
    },
  },
};
