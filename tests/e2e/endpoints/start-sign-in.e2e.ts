import { usePeople } from '../support/browsers';
import { expectError } from '../support/payments';
import { useService } from '../support/service';

describe('GET /v1/sessions/oidc', () => {
  const people = usePeople({ ada: { name: 'Ada' } });

  it('sends the browser to the provider, with a cookie for the way back', async () => {
    const response = await fetch(`${people.api().baseUrl}/v1/sessions/oidc?return_to=/docs`, { redirect: 'manual' });
    expect(response.status).toBe(302);
    expect(new URL(response.headers.get('location') ?? '').origin).toBe(people.provider().issuer);
    expect(response.headers.get('set-cookie')).toMatch(/^svc_sign_in=v2\..*; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it('names what it cannot read', async () => {
    const api = people.api();
    expectError(await api.get('/sessions/oidc?return_to=//evil.example.com'), 400, 'invalid_request', {
      param: 'return_to',
    });
    expectError(await api.get('/sessions/oidc?livemode=yes'), 400, 'invalid_request', { param: 'livemode' });
    expectError(await api.get('/sessions/oidc?next=/'), 400, 'invalid_request', { param: 'next' });
  });
});

describe('GET /v1/sessions/oidc with a provider that is down', () => {
  const service = useService({
    PUBLIC_URL: 'http://127.0.0.1:3000',
    OIDC_ISSUER: 'http://127.0.0.1:49151',
    OIDC_CLIENT_ID: 'stablecoin-payments',
    OIDC_CLIENT_SECRET: 'secret',
  });

  it('is 500, and can be sent again', async () => {
    const answer = await service.api.withKey(null).get('/sessions/oidc');
    expectError(answer, 500, 'internal_error', { retryable: true });
    expect(answer.headers.get('retry-after')).toBe('5');
  });
});

describe('GET /v1/sessions/oidc without a provider', () => {
  const service = useService();

  it('is 404', async () => {
    expectError(await service.api.withKey(null).get('/sessions/oidc'), 404, 'not_found');
  });
});
