import { ROLE_NAMES, SCOPES, type Session, type SignInMethods } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { constant, known, knownWords, listOf, nullable, ref, resource } from '../../openapi/schema';
import { id, livemode, time } from '../../openapi/values';

export const session: Session = {
  id: EXAMPLE.session,
  actor: { type: 'user', id: EXAMPLE.member, name: 'Ada Lovelace' },
  account: 'default',
  livemode: false,
  role: 'viewer',
  scopes: ['payments:read', 'wallets:read', 'treasury:read', 'compliance:read', 'webhooks:read', 'events:read'],
  csrf_token: EXAMPLE.csrfToken,
  created_at: EXAMPLE.createdAt,
  expires_at: EXAMPLE.tonight,
};

/** The same for an API key that was exchanged. */
export const keySession: Session = {
  ...session,
  actor: { type: 'key', id: EXAMPLE.key, name: 'Reporting' },
  role: null,
  scopes: ['payments:read', 'treasury:read'],
};

export const signInMethods: SignInMethods = { api_key: true, oidc: true };

export const ended = (id: string) =>
  ({
    description: 'Signed out.',
    schema: 'Deleted',
    examples: { ended: { summary: 'Signed out', value: { id, deleted: true } } },
    headers: ['Set-Cookie'],
  }) as const;

export const sessionSchemas: Readonly<Record<string, Schema>> = {
  Session: resource<Session>(
    'Who sends a request, and what they may do.',
    {
      id: nullable(id('ses', 'the session; `null` for an API key')),
      actor: ref('SessionActor'),
      account: { type: 'string', description: 'The account.', examples: ['default'] },
      livemode,
      role: nullable(known(ROLE_NAMES, 'What the person may do; `null` for an API key.')),
      scopes: listOf(known(SCOPES, 'A scope.'), 'The scopes.'),
      csrf_token: nullable({
        type: 'string',
        description: 'Send it in the header `svc-csrf-token` of every request other than GET; `null` for an API key.',
        examples: [EXAMPLE.csrfToken],
      }),
      created_at: nullable(time('When the session began.')),
      expires_at: nullable(time('When it ends at the latest; `null`: never. It ends earlier without use.')),
    },
    [session],
  ),

  SignInMethods: resource<SignInMethods>(
    'How a browser can sign in.',
    {
      api_key: constant(true, 'With an API key.'),
      oidc: { type: 'boolean', description: 'At the identity provider of the operator.' },
    },
    [signInMethods],
  ),

  SessionActor: resource<Session['actor']>('Whose session it is.', {
    type: knownWords<Session['actor']['type']>('What kind of actor. More kinds may be added.', {
      key: 'An API key.',
      user: 'A person who has signed in.',
      system: 'The service itself.',
      unknown: 'It is not known.',
    }),
    id: { type: 'string', description: 'Id of the API key or member.', examples: [EXAMPLE.member] },
    name: nullable({ type: 'string', description: 'A name for people.', examples: ['Ada Lovelace'] }),
  }),
};
