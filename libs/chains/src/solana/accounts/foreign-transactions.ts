import type { RpcCall, RpcEndpoint, RpcError } from '../../rpc/rpc-endpoint';
import { count, list, record, signatureOf, text } from '../values';

/** A transaction that names an account, in a final block. */
export interface Mention {
  readonly signature: string;
  readonly slot: number;
}

/** A transaction that anybody may have made: as an endpoint answers it, or why it cannot be read. */
export type ForeignTransaction = Mention & ({ readonly answer: unknown } | { readonly unreadable: string });

const FINALIZED = { commitment: 'finalized' };
const PAGE = 1_000;
/** The highest version of transactions that is read here. */
const VERSION_MAX = 1;
/** How a node refuses to show a transaction of a higher version than it was asked for. */
const UNSUPPORTED_VERSION = -32_015;
/** Transactions of one request: anybody may make large ones. */
const AT_ONCE = 20;

/** The question for a final transaction, of whatever version is read here. */
export function transactionCall(signature: string): RpcCall {
  const options = { ...FINALIZED, encoding: 'json', maxSupportedTransactionVersion: VERSION_MAX };
  return { method: 'getTransaction', params: [signature, options] };
}

/**
 * Reads transactions as one endpoint has them. One that the endpoint cannot show to us is an answer like any other: no
 * stranger's transaction keeps others from being read.
 *
 * @throws TypeError for others than were asked for
 * @throws {@link RpcError} for any other error
 */
export async function readTransactions(
  endpoint: RpcEndpoint,
  mentions: readonly Mention[],
): Promise<readonly ForeignTransaction[]> {
  const read: ForeignTransaction[] = [];
  for (let done = 0; done < mentions.length; done += AT_ONCE) {
    const some = mentions.slice(done, done + AT_ONCE);
    const answers = await endpoint.batch(some.map(({ signature }) => transactionCall(signature)));
    for (const [place, mention] of some.entries()) {
      const answer = answers[place];
      if (answer === undefined) throw new TypeError('no answer');
      if (answer.ok) read.push(asked(mention, answer.result));
      else read.push({ ...mention, unreadable: reasonOf(answer.error) });
    }
  }
  return read;
}

/**
 * One page of the final transactions that name an account, the newest first.
 *
 * @param options - `before`: the transaction after which the page begins; left out: the newest; `seen`: the slot that the
 * endpoint must have finalized
 * @returns the successful ones, and the last one of all; null when there are no more
 */
export async function readMentions(
  endpoint: RpcEndpoint,
  address: string,
  { before, seen }: { readonly before: string | undefined; readonly seen: number },
): Promise<{ readonly mentions: readonly Mention[]; readonly last: Mention | null }> {
  const options = { ...FINALIZED, limit: PAGE, minContextSlot: seen, ...(before === undefined ? {} : { before }) };
  const [answer] = await endpoint.results([{ method: 'getSignaturesForAddress', params: [address, options] }]);
  const signatures = list(answer).map((each) => {
    const { signature, slot, err } = record(each);
    return { signature: text(signature), slot: count(slot), hasFailed: err !== null };
  });
  const mentions = signatures.filter(({ hasFailed }) => !hasFailed).map(({ signature, slot }) => ({ signature, slot }));
  const last = signatures.length < PAGE ? undefined : signatures.at(-1);
  return { mentions, last: last === undefined ? null : { signature: last.signature, slot: last.slot } };
}

function asked(mention: Mention, answer: unknown): ForeignTransaction {
  const isAsked = signatureOf(answer) === mention.signature && record(answer)['slot'] === mention.slot;
  if (!isAsked) throw new TypeError('another transaction than was asked for');
  return { ...mention, answer };
}

function reasonOf(error: RpcError): string {
  if (error.rpcCode !== UNSUPPORTED_VERSION) throw error;
  return `its version is above ${VERSION_MAX}`;
}

/** What is read from a transaction, or why it cannot be read. @param read - a pure reading of `getTransaction`'s answer */
export function readForeign<T>(
  transaction: ForeignTransaction,
  read: (answer: unknown) => T,
): T | { readonly unreadable: string } {
  if ('unreadable' in transaction) return { unreadable: transaction.unreadable };
  try {
    return read(transaction.answer);
  } catch {
    return { unreadable: 'its form is not known' };
  }
}

/**
 * Whether an account has signed a transaction: without its signature nothing in it is a transfer that this service made.
 *
 * @throws TypeError for what is no answer of `getTransaction`: a node writes this part, whatever the transaction does
 */
export function isSignedBy(address: string, answer: unknown): boolean {
  const { header, accountKeys } = record(record(record(answer)['transaction'])['message']);
  const signers = count(record(header)['numRequiredSignatures']);
  return list(accountKeys).slice(0, signers).includes(address);
}
