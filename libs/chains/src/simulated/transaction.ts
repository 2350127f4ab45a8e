import { base58 } from '@scure/base';
import { familyOf } from '@stablecoin/contracts';
import { hash } from 'node:crypto';
import type { Authorization, Submission } from '../transfers';
import { checkOneSubmission } from '../one-submission';

/**
 * Puts authorizations of one sender into a transaction: JSON in base64, with a hash of the form that the chain's own
 * transactions have. The same authorizations in the same order are the same bytes.
 *
 * @throws Error for no authorization, for one that is there twice, and for several chains or senders
 */
export function encodeTransaction(authorizations: readonly Authorization[]): Submission {
  const first = checkOneSubmission(authorizations);
  const bytes = Buffer.from(JSON.stringify(authorizations.map(canonical)));
  return {
    hash: hashOf(first, bytes),
    bytes: bytes.toString('base64'),
    authorizations: authorizations.map(({ id }) => id),
  };
}

/**
 * Reads what bytes carry.
 *
 * @throws Error when the bytes are not those that the submission's hash was made from
 */
export function decodeTransaction(submission: Submission): readonly Authorization[] {
  const bytes = Buffer.from(submission.bytes, 'base64');
  const authorizations = JSON.parse(bytes.toString()) as readonly Authorization[];
  const [first] = authorizations;
  if (first === undefined || hashOf(first, bytes) !== submission.hash) {
    throw new Error(`the bytes of submission ${submission.hash} do not have that hash`);
  }
  return authorizations;
}

/** The order of keys in an object that was read from a store is not to be relied on. */
function canonical(authorization: Authorization): Authorization {
  const { id, chain, sender, to, amount, currency, memo, authorizedAt, validUntil } = authorization;
  return { id, chain, sender, to, amount, currency, memo, authorizedAt, validUntil };
}

function hashOf({ chain }: Authorization, bytes: Uint8Array): string {
  return familyOf(chain) === 'evm' ? `0x${hash('sha256', bytes)}` : base58.encode(hash('sha512', bytes, 'buffer'));
}
