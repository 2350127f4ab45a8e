import type { KeptList } from './kept-lists';
import { UnusableListError } from './parsed-list';
import type { ParsedList } from './parsed-list';

/** So many of the addresses of a version may be missing in the next one: a tenth. */
const LOST_SHARE_MAX = 0.1;
const SHOWN_MAX = 5;
/** Digits of a hash that an operator accepts a version by; fewer may be of another one. */
export const ACCEPTED_DIGITS_MIN = 12;

/**
 * Refuses a list that would clear somebody by mistake: one that names nobody, that has lines which may be addresses and
 * cannot be read, or that has lost addresses. An operator can accept a version by its hash.
 *
 * @param before - the version that is in use; undefined: there is none
 * @param accepted - hashes of versions that the operator accepts, in hex, or their first digits
 * @throws UnusableListError with the reason, and what to do
 */
export function requireUsable(list: ParsedList, before: KeptList | undefined, accepted: readonly string[]): void {
  const { addresses, unread, sha256 } = list;
  const [first] = unread;
  if (addresses.length === 0 && first === undefined)
    throw new UnusableListError('it names no address that can be paid');
  if (addresses.length > 0 && accepted.some((digits) => sha256.startsWith(digits))) return;
  const otherwise = `or set OFAC_LIST_ACCEPT=${sha256.slice(0, ACCEPTED_DIGITS_MIN)} if that is meant`;
  const known = new Set(before?.unread.map(({ text }) => text));
  const doubtful = unread.filter(({ text }) => !known.has(text));
  if (doubtful.length > 0) {
    const shown = doubtful.slice(0, SHOWN_MAX).map(({ line, text }) => `${line}: ${JSON.stringify(text)}`);
    const more = doubtful.length > SHOWN_MAX ? `, and ${doubtful.length - SHOWN_MAX} more` : '';
    const what = `${doubtful.length} of its lines may be addresses and cannot be read (${shown.join(', ')}${more})`;
    throw new UnusableListError(addresses.length === 0 ? what : `${what}: correct them, ${otherwise}`);
  }
  const now = new Set(addresses.map(({ address }) => address));
  const earlier = new Set(before?.addresses.map(({ address }) => address));
  const lost = [...earlier].filter((address) => !now.has(address));
  if (lost.length > earlier.size * LOST_SHARE_MAX) {
    const what = `it no longer names ${lost.length} of ${earlier.size} addresses, such as ${lost[0]}`;
    throw new UnusableListError(`${what}: check it, ${otherwise}`);
  }
}
