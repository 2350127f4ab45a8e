import { toUnits } from '@stablecoin/money';
import type { Units } from '@stablecoin/money';
import type { EndedSubmission, NetworkFee } from '../chain';
import { agreement } from '../rpc/agreement';
import type { Agreement, EndpointAnswer } from '../rpc/agreement';
import type { RpcPool } from '../rpc/rpc-pool';
import { quantity, receipt } from '../rpc/values';
import { readTransaction, signerOf } from './transaction';

/**
 * Reads what the relayer has paid: for gas, and on Base for the data on Ethereum. Of all that was signed under one nonce
 * one is included at most. A majority of the configured endpoints has to say so (protocol rule 29).
 *
 * @returns nothing when none of them was: somebody else has carried the transfers out, or nobody. Null while their nonce
 * is free in the finalized state: a block may still take one of them, which costs gas whether or not its transfers have
 * expired.
 * @throws Error while no majority says the same of each
 */
export async function readFees(
  pool: RpcPool,
  { hash, replaced, bytes }: Pick<EndedSubmission, 'hash' | 'replaced' | 'bytes'>,
): Promise<readonly NetworkFee[] | null> {
  const hashes = [hash, ...replaced];
  const sender = await signerOf(bytes);
  const { nonce } = readTransaction(bytes);
  const calls = [
    { method: 'eth_getTransactionCount', params: [sender, 'finalized'] },
    ...hashes.map((each) => ({ method: 'eth_getTransactionReceipt', params: [each] })),
  ];
  const paid = (said: readonly EndpointAnswer<readonly Paid[]>[], index: number): Agreement<Paid> | undefined =>
    agreement(
      said.map(({ endpoint, value }) => ({ endpoint, value: value[index] ?? null })),
      pool.majority,
    );
  const said = await pool.ask(
    async (endpoint): Promise<readonly Paid[]> => {
      const [count, ...receipts] = await endpoint.results(calls);
      if (quantity(count) <= nonce) return hashes.map(() => 'open');
      return receipts.map((each, index) => feeIn(each, hashes[index] ?? ''));
    },
    (soFar) => hashes.every((_, index) => paid(soFar, index) !== undefined),
  );
  const fees: NetworkFee[] = [];
  for (const [index, each] of hashes.entries()) {
    const agreed = paid(said, index);
    if (agreed === undefined) throw new Error(`no majority of the endpoints says what ${each} has cost`);
    // Who is behind says "open" for a while, and is not to blame for that.
    if (agreed.value === 'open') return null;
    const wrong = agreed.against.filter((one) =>
      said.some(({ endpoint, value }) => endpoint === one && value[index] !== 'open'),
    );
    for (const endpoint of wrong) pool.watch.faulty(endpoint, 'disagrees', { transaction: each });
    if (agreed.value !== null) fees.push({ hash: each, amount: agreed.value });
  }
  return fees;
}

/** In wei; null where no block has the transaction, and none ever will; `open` while one may take it. */
type Paid = Units | null | 'open';

/** In wei; null where the endpoint has the transaction in no block. */
function feeIn(answer: unknown, hash: string): Units | null {
  const found = receipt(answer, hash);
  if (found === null) return null;
  const { gasUsed, effectiveGasPrice, l1Fee = '0x0' } = found;
  return toUnits(quantity(gasUsed) * quantity(effectiveGasPrice) + quantity(l1Fee));
}
