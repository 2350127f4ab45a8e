import { toUnits } from '@stablecoin/money';
import type { EndedSubmission, NetworkFee } from '../chain';
import type { RpcPool } from '../rpc/rpc-pool';
import { readCarriers } from './carriers';
import { count, list, record } from './values';

const FINALIZED = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 };

/**
 * Reads what transactions have taken from the fee payer, who is the first of their accounts: the fee, its priority
 * part, and the rent of accounts that were created.
 *
 * @throws Error when no endpoint shows a transaction that stands in a block
 */
export async function readFees(
  pool: RpcPool,
  { bytes, included }: Pick<EndedSubmission, 'bytes' | 'included'>,
): Promise<readonly NetworkFee[]> {
  const ids = new Set(included);
  // One that carries nothing any more has failed for good before its payments went into others.
  const carriers = readCarriers(bytes).filter(
    ({ carries }) => carries.length === 0 || carries.some((id) => ids.has(id)),
  );
  if (carriers.length === 0) return [];
  const calls = carriers.map(({ signature }) => ({ method: 'getTransaction', params: [signature, FINALIZED] }));
  const said = await pool.each((endpoint) => endpoint.results(calls));
  return carriers.map(({ signature: hash }, place) => {
    const transaction = said.map(({ value }) => value[place]).find((each) => each !== null);
    if (transaction === undefined) throw new Error(`no endpoint shows the transaction ${hash}`);
    const { preBalances, postBalances } = record(record(transaction)['meta']);
    return { hash, amount: toUnits(BigInt(count(list(preBalances)[0]) - count(list(postBalances)[0]))) };
  });
}
