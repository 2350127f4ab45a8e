import type { Session } from '@stablecoin/contracts';
import type { Caller } from '@stablecoin/access';

/** A caller, as `GET /sessions/current` shows it. */
export function shownSession({ account, livemode, actor, role, scopes, credential, expiresAt }: Caller): Session {
  const { type, id, name } = actor;
  const who = { actor: { type, id, name }, account, livemode, role, scopes: [...scopes] };
  if (credential.type === 'key') {
    return { id: null, ...who, csrf_token: null, created_at: null, expires_at: isoOrNull(expiresAt) };
  }
  return {
    id: credential.id,
    ...who,
    csrf_token: credential.csrfToken,
    created_at: isoOrNull(credential.createdAt),
    expires_at: isoOrNull(credential.expiresAt),
  };
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
