import type { Authorization } from './transfers';

/**
 * Checks that authorizations can be one submission.
 *
 * @returns the first one, whose chain and sender all of them have
 * @throws Error for no authorization, for one that is there twice, and for several chains or senders
 */
export function checkOneSubmission(authorizations: readonly Authorization[]): Authorization {
  const [first, ...others] = authorizations;
  if (first === undefined) throw new Error('a submission carries at least one authorization');
  if (others.some(({ chain, sender }) => chain !== first.chain || sender !== first.sender)) {
    throw new Error('a submission carries authorizations of one chain and one sender');
  }
  const ids = authorizations.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error(`a submission carries an authorization once: ${ids.join(', ')}`);
  return first;
}
