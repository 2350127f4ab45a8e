import { ApiError } from './errors';
import type { components } from './schema';

export type Session = components['schemas']['Session'];
export type Scope = Session['scopes'][number];

/**
 * - `loading`: nobody knows yet.
 * - `signed-out`: there is no session.
 * - `active`: there is one.
 * - `expired`: there was one. The page stays as it is, so that a form keeps its contents, until the person signs in again.
 */
export type SessionState =
  { readonly status: 'loading' | 'signed-out' } | { readonly status: 'active' | 'expired'; readonly session: Session };

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();
/** Tells the other tabs of this browser that somebody has signed in or out. */
const tabs = new BroadcastChannel('session');

/** The session of this page. It is in memory only; its token is in a cookie that no script can read. */
export const sessionStore = {
  get: (): SessionState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Goes into the header `svc-csrf-token` of every request that changes something. */
export function csrfToken(): string | null {
  return 'session' in state ? state.session.csrf_token : null;
}

let refreshing: Promise<void> | undefined;

/**
 * Asks the service whose session this is: after a load, when a request was refused with 401, or when another tab has
 * signed in or out. Requests at the same time ask once.
 */
export function refreshSession(): Promise<void> {
  refreshing ??= readSession().finally(() => (refreshing = undefined));
  return refreshing;
}

async function readSession(): Promise<void> {
  const before = state;
  const response = await fetch('/v1/sessions/current').catch(() => null);
  // Somebody has signed in meanwhile: this answer is of the session before.
  if (state !== before) return;
  if (response?.ok === true) {
    become((await response.json()) as Session);
  } else if (response?.status === 401) {
    set('session' in state ? { status: 'expired', session: state.session } : { status: 'signed-out' });
  } else if (state.status === 'loading') {
    throw response === null ? ApiError.unreachable() : await ApiError.of(response);
  }
}

/**
 * Exchanges an API key for a session. The key is sent once and not kept.
 *
 * @param key - an API key, `svc_test_…` or `svc_live_…`
 * @throws ApiError - 401: the key is not valid; 429: too many sign-ins from this address
 */
export async function signInWithKey(key: string): Promise<void> {
  const response = await fetch('/v1/sessions', { method: 'POST', headers: { authorization: `Bearer ${key}` } }).catch(
    () => null,
  );
  if (response === null) throw ApiError.unreachable();
  if (!response.ok) throw await ApiError.of(response);
  become((await response.json()) as Session);
  announceSession();
}

/** The ways to sign in that the operator has set up. */
export async function signInMethods(): Promise<components['schemas']['SignInMethods']> {
  const response = await fetch('/v1/sessions/methods');
  if (!response.ok) throw await ApiError.of(response);
  return (await response.json()) as components['schemas']['SignInMethods'];
}

/** Ends the session in this browser; the page then shows the sign-in. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  const response = await fetch(everywhere ? '/v1/sessions' : '/v1/sessions/current', {
    method: 'DELETE',
    headers: { 'svc-csrf-token': csrfToken() ?? '' },
  }).catch(() => null);
  if (response === null) throw ApiError.unreachable();
  if (!response.ok && response.status !== 401) throw await ApiError.of(response);
  announceSession();
  location.assign('/console/');
}

/** Tells the other tabs to ask whose session it is now. */
export function announceSession(): void {
  tabs.postMessage('changed');
}

tabs.onmessage = () => void refreshSession();

function become(session: Session): void {
  const previous = 'session' in state ? state.session : undefined;
  // What is on the page belongs to somebody else, or to the other mode.
  if (previous !== undefined && !isSamePerson(previous, session)) location.assign('/console/');
  else set({ status: 'active', session });
}

function isSamePerson(a: Session, b: Session): boolean {
  return a.actor.id === b.actor.id && a.account === b.account && a.livemode === b.livemode;
}

function set(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}
