import { DEFAULT_SCOPES } from '@stablecoin/contracts';
import { without, type Api } from './api';
import { idOf, TIME } from './payments';

export const UNKNOWN_KEY = '/api_keys/key_01JD8Z5M3V7T9G2K4XQW6N0B1C';

type Body = Record<string, unknown>;

/** The whole body of an issued key, without the key itself. */
export const newKey = (fields: object = {}) => ({
  id: idOf('key'),
  name: null,
  plan: 'enterprise',
  scopes: DEFAULT_SCOPES,
  livemode: false,
  last4: expect.stringMatching(/^[0-9A-Za-z]{4}$/) as unknown,
  expires_at: null,
  ip_allow_list: null,
  wallet_ids: null,
  created_at: TIME,
  last_used_at: null,
  revoked_at: null,
  ...fields,
});

export const pathOf = ({ id }: Body): string => `/api_keys/${String(id)}`;
export const withoutSecret = (body: Body): Body => without(body, 'key');

/** Issues a key and answers its body. */
export async function issueKey(issuer: Api, fields: object = {}): Promise<Body> {
  return (await issuer.post('/api_keys', fields)).body;
}

/** A client that uses an issued key. */
export const clientOf = (api: Api, body: Body): Api => api.withKey(String(body['key']));

/** The status that a request with an issued key gets. */
export async function statusWith(api: Api, body: Body): Promise<number> {
  return (await clientOf(api, body).get('/treasury/balance')).status;
}
