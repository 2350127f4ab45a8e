import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Resource } from './client';
import { updateRows } from './list';

type LiveEvent = Resource<'WebhookEvent'>;

/** What to ask for again after an event, by the word before the dot of its type. */
const AFFECTED: Readonly<Record<string, readonly string[]>> = {
  payment: ['/v1/payments', '/v1/stats', '/v1/treasury', '/v1/approvals', '/v1/compliance', '/v1/wallets'],
  wallet: ['/v1/wallets', '/v1/approvals'],
  treasury: ['/v1/treasury'],
  compliance: ['/v1/compliance'],
  webhook: ['/v1/webhook_endpoints'],
  rules: ['/v1/rules'],
};
/** Many events in a second are one refresh. */
const FLUSH_MS = 1_000;
const RECONNECT_MS = 5_000;

export type LiveStatus = 'off' | 'connecting' | 'live';
let status: LiveStatus = 'off';
const listeners = new Set<() => void>();

/** Whether this page hears of events as they happen. */
export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => status,
  );
}

/**
 * Keeps what is shown up to date from the stream of events. A tab in the background closes its stream: browsers open
 * few connections to one host.
 *
 * @param enabled - whether there is a session that may read events
 */
export function useLiveUpdates(enabled: boolean): void {
  const client = useQueryClient();
  useEffect(() => (enabled ? listen(client) : undefined), [client, enabled]);
}

function listen(client: QueryClient): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flush: ReturnType<typeof setTimeout> | undefined;
  const affected = new Set<string>();
  const changed = new Map<string, object>();

  const receive = ({ data }: MessageEvent<string>) => {
    const event = JSON.parse(data) as LiveEvent;
    const [kind = ''] = event.type.split('.');
    for (const prefix of AFFECTED[kind] ?? []) affected.add(prefix);
    affected.add('/v1/events');
    if (kind === 'payment' && typeof event.data['id'] === 'string') changed.set(event.data['id'], event.data);
    flush ??= setTimeout(() => {
      flush = undefined;
      updateRows(client, changed);
      refresh(client, [...affected]);
      affected.clear();
      changed.clear();
    }, FLUSH_MS);
  };
  const open = () => {
    if (source !== undefined || document.hidden) return;
    setStatus('connecting');
    source = new EventSource('/v1/events/stream');
    source.onmessage = receive;
    source.onopen = () => {
      setStatus('live');
      // What happened while nobody listened.
      refresh(client, ['/v1/']);
    };
    source.onerror = () => {
      setStatus('connecting');
      // The browser reconnects by itself, except after an answer such as 401 or 429.
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      timer = setTimeout(open, RECONNECT_MS);
    };
  };
  const close = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  };
  const follow = () => {
    if (document.hidden) close();
    else open();
  };

  document.addEventListener('visibilitychange', follow);
  open();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    clearTimeout(flush);
    close();
    setStatus('off');
  };
}

/** Of lists, only the newest page: see `useList`. */
function refresh(client: QueryClient, prefixes: readonly string[]): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [kind, path] }) =>
      kind !== 'list' && typeof path === 'string' && prefixes.some((prefix) => path.startsWith(prefix)),
  });
}

function setStatus(next: LiveStatus): void {
  status = next;
  for (const listener of listeners) listener();
}
