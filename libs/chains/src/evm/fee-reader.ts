import { toUnits } from '@stablecoin/money';
import type { Units } from '@stablecoin/money';
import type { EndedSubmission, NetworkFee } from '../chain';
import { agreement } from '../rpc/agreement';
import type { Agreement, Said } from '../rpc/agreement';
import type { RpcPool } from '../rpc/rpc-pool';
import { quantity, receipt } from '../rpc/values';

/**
 * Reads what the relayer has paid: for gas, and on Base for the data on Ethereum. Of all that was signed under one nonce
 * one is included at most. A majority of the configured endpoints has to say so (protocol rule 29).
 *
 * @returns nothing when none of them was: somebody else has carried the transfers out, or nobody
 * @throws Error while no majority says the same of each
 */
export async function readFees(
  pool: RpcPool,
  { hash, replaced }: Pick<EndedSubmission, 'hash' | 'replaced'>,
): Promise<readonly NetworkFee[]> {
  const hashes = [hash, ...replaced];
  const calls = hashes.map((each) => ({ method: 'eth_getTransactionReceipt', params: [each] }));
  const paid = (said: readonly Said<readonly (Units | null)[]>[], place: number): Agreement<Units | null> | undefined =>
    agreement(
      said.map(({ endpoint, value }) => ({ endpoint, value: value[place] ?? null })),
      pool.majority,
    );
  const said = await pool.ask(
    async (endpoint) => (await endpoint.results(calls)).map((each, place) => feeIn(each, hashes[place] ?? '')),
    (soFar) => hashes.every((_, place) => paid(soFar, place) !== undefined),
  );
  return hashes.flatMap((each, place): readonly NetworkFee[] => {
    const agreed = paid(said, place);
    if (agreed === undefined) throw new Error(`no majority of the endpoints says what ${each} has cost`);
    for (const endpoint of agreed.against) pool.watch.faulty(endpoint, 'disagrees', { transaction: each });
    return agreed.value === null ? [] : [{ hash: each, amount: agreed.value }];
  });
}

/** In wei; null where the endpoint has the transaction in no block. */
function feeIn(answer: unknown, hash: string): Units | null {
  const found = receipt(answer, hash);
  if (found === null) return null;
  const { gasUsed, effectiveGasPrice, l1Fee = '0x0' } = found;
  return toUnits(quantity(gasUsed) * quantity(effectiveGasPrice) + quantity(l1Fee));
}
