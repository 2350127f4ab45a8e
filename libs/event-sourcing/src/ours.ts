/** What the metadata of every event of this service has had since its first version. */
type Fields = { readonly [Field in 'commandId' | 'at' | 'correlationId' | 'account' | 'livemode']?: unknown };

/**
 * Whether this service has appended an event. On a server, other applications may append to a stream whose name begins as
 * ours do, and the server itself writes events whose types begin with `$`. They take a revision of the stream and say nothing.
 */
export function isOurs({ type, metadata }: { readonly type: string; readonly metadata: unknown }): boolean {
  if (type.startsWith('$')) return false;
  if (typeof metadata !== 'object' || metadata === null) return false;
  const { commandId, at, correlationId, account, livemode }: Fields = metadata;
  return (
    typeof commandId === 'string' &&
    typeof at === 'number' &&
    typeof correlationId === 'string' &&
    typeof account === 'string' &&
    typeof livemode === 'boolean'
  );
}
