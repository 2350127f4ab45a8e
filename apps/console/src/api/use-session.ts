import { useSyncExternalStore } from 'react';
import { sessionStore } from './session';
import type { Scope, Session, SessionState } from './session';

export function useSessionState(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
}

/** The session of the person who uses the page. Pages are shown only while there is one. */
export function useSession(): Session {
  const state = useSessionState();
  if (!('session' in state)) throw new Error('This page needs a session.');
  return state.session;
}

/**
 * Whether the person may do something. What they may not do is not offered.
 *
 * @returns `can('payments:write')`
 */
export function useCan(): (scope: Scope) => boolean {
  const { scopes } = useSession();
  return (scope) => scopes.includes(scope);
}
