import type { IdentityProvider } from '../../apps/gateway/src/testing/identity-provider';
import type { Api } from '../e2e/support/api';

/** Signs a person in. @returns the cookie of the session */
export async function signIn(api: Api, provider: IdentityProvider, person: string): Promise<string> {
  await provider.person(person);
  const response = await fetch(`${api.baseUrl}/v1/sessions/oidc`, { redirect: 'manual' });
  const back = await provider.visit(response.headers.get('location') ?? '');
  const cookie = cookieOf(response.headers);
  const answer = await api.withKey(null).get(`//${back.pathname.slice(1)}${back.search}`, { cookie });
  return cookieOf(answer.headers, 'svc_session');
}

function cookieOf(headers: Headers, name = ''): string {
  return (
    headers
      .getSetCookie()
      .find((each) => each.startsWith(name))
      ?.split(';')[0] ?? ''
  );
}
