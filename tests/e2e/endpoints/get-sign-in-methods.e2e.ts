import { useService } from '../support/service';

describe('GET /v1/sessions/methods', () => {
  const service = useService();

  it('answers without a key that a browser signs in with one, and is not cached', async () => {
    const { status, body, headers } = await service.api.withKey(null).get('/sessions/methods');
    expect([status, body]).toEqual([200, { api_key: true, oidc: false }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
