import { CreateApiKeyBody } from '../../resources/api-keys/create-api-key';
import { PageQuery } from '../../http/inputs';
import { RotateApiKeyBody } from '../../resources/api-keys/rotate-api-key';
import { UpdateApiKeyBody } from '../../resources/api-keys/update-api-key';
import { EXAMPLE } from '../../http/examples';
import { path } from '../parameters';
import { apiKey } from '../schemas/api-key';
import { pageExample, type Answer, type Endpoint } from './endpoint';

const tag = 'API keys';
const keyId = path('id', 'Id of the API key, not the key itself.', EXAMPLE.key);
const noSuchKey = { message: 'There is no such API key.' };

const notLater = {
  message: 'expires_at must not be later than the expiry of your own API key, 2027-01-31T12:00:00.000Z.',
  param: 'expires_at',
};
const notWithin = {
  message: 'ip_allow_list must be within the allow-list of your own API key, which does not cover 198.51.100.0/24.',
  param: 'ip_allow_list',
};

const withoutKey: Answer = {
  description: 'The API key.',
  schema: 'ApiKey',
  examples: { key: { summary: 'An API key', value: apiKey } },
};
const withKey: Answer = {
  description: 'The API key with its secret, which is shown this once.',
  schema: 'ApiKeyWithSecret',
  examples: {
    new: { summary: 'With its secret', value: { ...apiKey, key: EXAMPLE.apiKey } },
    replayed: { summary: 'A replay does not show it again', value: { ...apiKey, key: null } },
  },
};

export const apiKeyEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/api_keys',
    operationId: 'createApiKey',
    tag,
    summary: 'Create an API key',
    description:
      'For your own account and mode, and never wider than the key that asks: what is left out is its own, and a higher ' +
      'plan, another scope, a later expiry or an address outside its allow-list, or another wallet is 403 `plan_required` or ' +
      '`insufficient_scope`, with the field in `param`. Keep `key`: it is stored as a hash only.',
    scope: 'keys:write',
    limit: 'other',
    body: {
      type: CreateApiKeyBody,
      examples: {
        reporting: {
          summary: 'For reading only, from one network',
          value: { name: 'Reporting', scopes: ['payments:read', 'treasury:read'], ip_allow_list: ['203.0.113.0/24'] },
        },
        agent: {
          summary: 'For an agent that pays from one wallet',
          value: {
            name: 'agent:shopper',
            scopes: ['payments:write', 'payments:read', 'wallets:read'],
            wallet_ids: [EXAMPLE.wallet],
          },
        },
        same: { summary: 'As wide as the key that asks', value: {} },
      },
    },
    answers: { 200: withKey },
    errors: {
      invalid_request: { message: 'scopes[0] must be one of payments:write, payments:read.', param: 'scopes[0]' },
      plan_required: { message: 'An Enterprise key takes the Enterprise plan.', param: 'plan' },
      insufficient_scope: notWithin,
      not_found: { message: 'There is no such wallet.', param: 'wallet_ids[0]' },
      invalid_state: { message: 'Your account has 1000 API keys, which is the limit: revoke one first.' },
    },
  },
  {
    method: 'get',
    path: '/api_keys',
    operationId: 'listApiKeys',
    tag,
    summary: 'List API keys',
    description: 'The newest first, revoked ones included.',
    scope: 'keys:read',
    limit: 'reads',
    query: { type: PageQuery, of: 'key' },
    answers: { 200: { description: 'A page of API keys.', schema: 'ApiKeyList', examples: pageExample(apiKey) } },
  },
  {
    method: 'get',
    path: '/api_keys/{id}',
    operationId: 'getApiKey',
    tag,
    summary: 'Get an API key',
    description: 'Without its secret.',
    scope: 'keys:read',
    limit: 'reads',
    parameters: [keyId],
    answers: { 200: withoutKey },
    errors: { not_found: noSuchKey },
  },
  {
    method: 'patch',
    path: '/api_keys/{id}',
    operationId: 'updateApiKey',
    tag,
    summary: 'Rename an API key',
    description: 'The name is all that can be changed.',
    scope: 'keys:write',
    limit: 'other',
    parameters: [keyId],
    body: { type: UpdateApiKeyBody, examples: { name: { summary: 'A new name', value: { name: 'Reports' } } } },
    answers: { 200: withoutKey },
    errors: { invalid_request: { message: 'name is required.', param: 'name' }, not_found: noSuchKey },
  },
  {
    method: 'delete',
    path: '/api_keys/{id}',
    operationId: 'revokeApiKey',
    tag,
    summary: 'Revoke an API key',
    description:
      'Within a second nobody can use it any more, nor the keys whose secrets it was shown, because it created or rotated ' +
      'them, directly or through others. The key that asks, and those that it was made by, stay. Revoked keys stay in the list.',
    scope: 'keys:write',
    limit: 'other',
    parameters: [keyId],
    answers: {
      200: {
        description: 'It is revoked.',
        schema: 'Deleted',
        examples: { revoked: { summary: 'Revoked', value: { id: EXAMPLE.key, deleted: true } } },
      },
    },
    errors: { not_found: noSuchKey },
  },
  {
    method: 'post',
    path: '/api_keys/{id}/rotate',
    operationId: 'rotateApiKey',
    tag,
    summary: 'Rotate an API key',
    description:
      'Gives the key a new secret. The one before is refused within a second, or after `expires_in`; only the latest two are ' +
      'ever taken. The answer shows the secret, so a key that is wider than yours in plan, scopes, expiry or allow-list cannot be rotated: 403, with the field in `param`.',
    scope: 'keys:write',
    limit: 'other',
    parameters: [keyId],
    body: {
      type: RotateApiKeyBody,
      examples: {
        rotate: { summary: 'Rotate it', value: {} },
        overlap: { summary: 'The secret before is taken for an hour', value: { expires_in: 3_600 } },
      },
    },
    answers: { 200: withKey },
    errors: {
      plan_required: { message: 'An Enterprise key takes the Enterprise plan.', param: 'plan' },
      insufficient_scope: notLater,
      not_found: noSuchKey,
      invalid_state: { message: 'The key is revoked, so it cannot be rotated.' },
    },
  },
];
