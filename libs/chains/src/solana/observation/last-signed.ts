import type { LastSent, SentTransaction } from '../../last-sent';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import { isSignedBy, readMentions, readTransactions } from '../accounts/foreign-transactions';
import { readCarriers } from '../submission/carriers';

/** Anybody may name an account, any number of times: so many pages, and transactions of strangers, are looked through. */
const PAGES_MAX = 5;
const TRANSACTIONS_MAX = 200;
/** Transactions of one request. */
const AT_ONCE = 20;

/**
 * The newest final transaction that an account has signed and that succeeded, as every endpoint shows it. Behind more transactions
 * of strangers than are looked through, none is found.
 *
 * @throws Error when no endpoint answers
 */
export async function lastSigned(pool: RpcPool, account: string): Promise<LastSent> {
  const said = await pool.all((endpoint) => signedAt(endpoint, account));
  return { sender: account, said: said.map(({ value }) => value), endpoints: pool.size };
}

async function signedAt(endpoint: RpcEndpoint, account: string): Promise<SentTransaction | null> {
  let before: string | undefined;
  let looked = 0;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { mentions, last } = await readMentions(endpoint, account, { before, seen: 0 });
    for (let done = 0; done < mentions.length && looked < TRANSACTIONS_MAX; done += AT_ONCE, looked += AT_ONCE) {
      const transactions = await readTransactions(endpoint, mentions.slice(done, done + AT_ONCE));
      // This service signs no transaction of a version that it cannot read.
      const own = transactions.find((each) => 'answer' in each && isSignedBy(account, each.answer));
      if (own !== undefined) return sentAs(own.signature);
    }
    if (last === null || looked >= TRANSACTIONS_MAX) return null;
    before = last.signature;
  }
  return null;
}

function sentAs(signature: string): SentTransaction {
  return {
    mark: { hash: signature },
    name: `transaction ${signature}`,
    isIn: (stored) => {
      if ('bytes' in stored) return readCarriers(stored.bytes).some((carrier) => carrier.signature === signature);
      return 'hash' in stored && stored.hash === signature;
    },
  };
}
