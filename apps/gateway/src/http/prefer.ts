/** How long a client wants to wait (RFC 7240), and how the answer says so. */
export interface Preference {
  /** In milliseconds; `undefined` uses the default of the service. */
  readonly waitMs: number | undefined;
  /** For the header `Preference-Applied`; null: nothing was asked for that is known here. */
  readonly applied: string | null;
}

const WAIT_SECONDS_MAX = 30;
const WAIT = /^wait\s*=\s*"?(\d{1,9})"?$/i;
const RESPOND_ASYNC = /^respond-async$/i;

/**
 * Reads the header `Prefer`: `wait=N` in seconds, at most 30, and `respond-async`, which means no wait unless `wait` is
 * given. Unknown or malformed preferences are ignored, as the RFC says; the first of two counts.
 */
export function readPrefer(header: string | string[] | undefined): Preference {
  if (header === undefined) return { waitMs: undefined, applied: null };
  const preferences = [header]
    .flat()
    .join(',')
    .split(',')
    .map((text) => text.split(';', 1)[0]?.trim() ?? '');
  const waits = preferences.map((text) => WAIT.exec(text)?.[1]).find((seconds) => seconds !== undefined);
  const seconds = waits === undefined ? undefined : Math.min(Number(waits), WAIT_SECONDS_MAX);
  const isAsync = preferences.some((text) => RESPOND_ASYNC.test(text));
  const applied = [...(isAsync ? ['respond-async'] : []), ...(seconds === undefined ? [] : [`wait=${seconds}`])];
  return {
    waitMs: seconds === undefined ? (isAsync ? 0 : undefined) : seconds * 1_000,
    applied: applied.length === 0 ? null : applied.join(', '),
  };
}
