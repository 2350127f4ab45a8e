import { toUnits } from '@stablecoin/contracts';
import type { NetworkFee } from '../../costs';
import type { EndedSubmission } from '../../transfers';
import { agreement } from '../../rpc/agreement';
import type { EndpointAnswer } from '../../rpc/agreement';
import type { RpcPool } from '../../rpc/rpc-pool';
import { transactionCall } from '../accounts/foreign-transactions';
import { readCarriers } from '../submission/carriers';
import { count, list, record, signatureOf } from '../values';

/**
 * Reads what transactions have taken from the fee payer, who is the first of their accounts: the fee, its priority
 * part, and the rent of accounts that were created. A majority of the configured endpoints has to say so (protocol
 * rule 29).
 *
 * @throws Error while no majority shows a transaction that stands in a block, or tells the same of it
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
  const calls = carriers.map(({ signature }) => transactionCall(signature));
  const taken = (said: readonly EndpointAnswer<readonly (number | null)[]>[], index: number): number | null =>
    agreement(
      said.map(({ endpoint, value }) => ({ endpoint, value: value[index] ?? null })),
      pool.majority,
    )?.value ?? null;
  const said = await pool.ask(
    async (endpoint) =>
      (await endpoint.results(calls)).map((each, index) => takenBy(each, carriers[index]?.signature ?? '')),
    (soFar) => carriers.every((_, index) => taken(soFar, index) !== null),
  );
  return carriers.flatMap(({ signature: hash }, index) => {
    const lamports = taken(said, index);
    if (lamports === null) throw new Error(`no majority of the endpoints shows what the transaction ${hash} has cost`);
    // Where nobody could be charged, it has cost nothing.
    return lamports === 0 ? [] : [{ hash, amount: toUnits(BigInt(lamports)) }];
  });
}

/** In lamports; null where the endpoint does not have the transaction. */
function takenBy(answer: unknown, signature: string): number | null {
  if (answer === null) return null;
  if (signatureOf(answer) !== signature) throw new TypeError('another transaction than was asked for');
  const { preBalances, postBalances } = record(record(answer)['meta']);
  return count(list(preBalances)[0]) - count(list(postBalances)[0]);
}
