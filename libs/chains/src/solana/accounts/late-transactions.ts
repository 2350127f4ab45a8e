import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { firstSlotSince } from '../slots-by-time';
import { list, record } from '../values';
import { readMentions, readTransactions } from './foreign-transactions';

/** The newest transactions tell as much as all. */
const TRANSACTIONS_MAX = 100;

/**
 * A transaction of the fee payer in a final block after a time: who signed it was alive then. Anybody may name the account; only its
 * own transactions have it in the first place.
 *
 * @param slots - `sentUntil`: the time, in milliseconds since the epoch; `until`: the last final slot
 * @returns undefined when there is none
 */
export async function sentAfter(
  endpoint: RpcEndpoint,
  feePayer: string,
  { sentUntil, until }: { readonly sentUntil: number; readonly until: number },
): Promise<string | undefined> {
  const { mentions } = await readMentions(endpoint, feePayer, { before: undefined, seen: until });
  const { slot: from } = await firstSlotSince(endpoint, sentUntil, until);
  const late = mentions.filter(({ slot }) => slot >= from && slot <= until).slice(0, TRANSACTIONS_MAX);
  const transactions = await readTransactions(endpoint, late);
  return transactions.find((each) => 'answer' in each && isPaidBy(each.answer, feePayer))?.signature;
}

function isPaidBy(answer: unknown, feePayer: string): boolean {
  const { message } = record(record(answer)['transaction']);
  const [first] = list(record(message)['accountKeys']);
  return first === feePayer;
}
