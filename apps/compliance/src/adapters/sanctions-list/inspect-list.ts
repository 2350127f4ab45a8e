import { ListSource } from './list-source';
import { readList } from './read-list';
import type { ParsedList } from './parsed-list';
import { requireUsable } from './usable-list';

/** For everything; the publisher's largest file has about 80 MB. */
const TIMEOUT_MS = 60_000;

/**
 * Reads a list once, as the service does without an earlier version of it.
 *
 * @param accepted - hashes of versions that the operator accepts
 * @returns the list, and its URL without what could be a secret
 * @throws Error when it cannot be read; UnusableListError when it is refused
 */
export async function inspectList(
  url: string,
  { accepted, now }: { readonly accepted: readonly string[]; readonly now: () => number },
): Promise<{ readonly name: string; readonly list: ParsedList }> {
  const source = new ListSource(url, { now, timeoutMs: TIMEOUT_MS });
  try {
    const look = await source.look(null, new AbortController().signal);
    if (look.state !== 'new') throw new Error('it says that it has not changed, but was never read');
    const list = await readList(look.chunks);
    requireUsable(list, undefined, accepted);
    return { name: source.name, list };
  } finally {
    await source.close();
  }
}
