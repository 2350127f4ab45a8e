import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { account, inContext, list } from '../values';
import { readForeign, readTransactions } from './foreign-transactions';
import type { MentionWalks } from './mention-walks';
import { changeOf } from './token-movements';

/** Transactions of strangers that are read for one balance. */
const CHANGES_MAX = 2_000;
const TRANSACTIONS_MAX = 100;

/**
 * The balance of a token account at the end of an earlier slot. Endpoints do not answer this, so it is the balance at a
 * later slot minus the changes of the transactions in between.
 *
 * @returns as text, because answers are compared; null when a transaction in between cannot be read, or when they are too
 * many
 */
export async function amountAt(
  endpoint: RpcEndpoint,
  walks: MentionWalks,
  address: string,
  slot: number,
): Promise<string | null> {
  const options = { commitment: 'finalized', encoding: 'base64', minContextSlot: slot };
  const [answer] = await endpoint.results([{ method: 'getMultipleAccounts', params: [[address], options] }]);
  const { slot: readAt, value } = inContext(answer, (each) => amountIn(list(each, 1)[0]));
  if (readAt < slot) throw new Error(`it has not finalized slot ${slot}`);
  const { mentions, upTo } = await walks.read(endpoint, address, { from: slot + 1, until: readAt });
  if (upTo < readAt || mentions.length > CHANGES_MAX) return null;
  let amount = value;
  for (let done = 0; done < mentions.length; done += TRANSACTIONS_MAX) {
    const transactions = await readTransactions(endpoint, mentions.slice(done, done + TRANSACTIONS_MAX));
    for (const each of transactions) {
      const change = readForeign(each, (given) => changeOf(address, given));
      if (typeof change !== 'bigint') return null;
      amount -= change;
    }
  }
  return amount.toString();
}

function amountIn(value: unknown): bigint {
  return account(value)?.data.readBigUInt64LE(64) ?? 0n;
}
