import type { ApiKey } from '@stablecoin/contracts';
import { PLANS, SCOPES } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { ApiKeyWithSecret } from './api-key-administration';
import type { Schema } from '../../http/json-schema';
import { known, listOf, nullable, pageSchema, resource } from '../../openapi/schema';
import { id, livemode, time } from '../../openapi/values';
import { path } from '../../openapi/parameters';
import type { DocumentedAnswer } from '../../openapi/api-operation';

export const apiKey: ApiKey = {
  id: EXAMPLE.key,
  name: 'Reporting',
  plan: 'scale',
  scopes: ['payments:read', 'treasury:read'],
  livemode: false,
  last4: EXAMPLE.apiKey.slice(-4),
  expires_at: null,
  ip_allow_list: ['203.0.113.0/24'],
  wallet_ids: null,
  created_at: EXAMPLE.createdAt,
  last_used_at: null,
  revoked_at: null,
};

const range: Schema = { type: 'string', description: 'An IP address or a CIDR range.', examples: ['203.0.113.0/24'] };

const keyProperties: { readonly [Key in keyof ApiKey]-?: Schema } = {
  id: id('key', 'the key; it is not the key itself'),
  name: nullable({ type: 'string', description: 'A name for people.' }),
  plan: known(PLANS, 'The plan, which sets the rate limits: `scale` or `enterprise`.'),
  scopes: listOf(known(SCOPES, 'A scope.'), 'What the key may do.'),
  livemode,
  last4: { type: 'string', minLength: 4, maxLength: 4, description: 'The last four characters of the key.' },
  expires_at: nullable(time('When the key expires; `null`: never.')),
  ip_allow_list: nullable(listOf(range, 'The addresses that it may be used from; `null`: all.')),
  wallet_ids: nullable(
    listOf(
      id('wal', 'a wallet'),
      'The only wallets that the key pays from and sees; `null`: everything of the account.',
    ),
  ),
  created_at: time('When the key was created.'),
  last_used_at: nullable(time('When it was last used, within a few seconds.')),
  revoked_at: nullable(time('When it was revoked.')),
};

export const keyId = path('id', 'Id of the API key, not the key itself.', 'key', EXAMPLE.key);

export const noSuchKey = { message: 'There is no such API key.' };

export const withoutKey: DocumentedAnswer = {
  description: 'The API key.',
  schema: 'ApiKey',
  examples: { key: { summary: 'An API key', value: apiKey } },
};

export const withKey: DocumentedAnswer = {
  description: 'The API key with its secret, which is shown this once.',
  schema: 'ApiKeyWithSecret',
  examples: {
    new: { summary: 'With its secret', value: { ...apiKey, key: EXAMPLE.apiKey } },
    replayed: { summary: 'A replay does not show it again', value: { ...apiKey, key: null } },
  },
};

export const apiKeySchemas: Readonly<Record<string, Schema>> = {
  ApiKey: resource<ApiKey>('An API key, without its secret.', keyProperties, [apiKey]),

  ApiKeyWithSecret: resource<ApiKeyWithSecret>(
    'An API key with its secret.',
    {
      ...keyProperties,
      key: nullable({
        type: 'string',
        pattern: '^svc_(test|live)_[0-9A-Za-z]+$',
        description: 'The key itself. Shown once: `null` when the request is replayed.',
        examples: [EXAMPLE.apiKey],
      }),
    },
    [{ ...apiKey, key: EXAMPLE.apiKey }],
  ),

  ApiKeyList: pageSchema('ApiKey', 'API keys'),
};
