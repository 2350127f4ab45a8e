import { toUnits } from '@stablecoin/money';
import type { EndedSubmission, NetworkFee } from '../chain';
import type { RpcPool } from '../rpc/rpc-pool';
import { quantity, record } from '../rpc/values';

/**
 * Reads what the relayer has paid: for gas, and on Base for the data on Ethereum. Of all that was signed under one nonce
 * one is included at most.
 *
 * @returns nothing when none of them was: somebody else has carried the transfers out, or nobody
 * @throws Error when an endpoint gives no answer, and those that do know of none: it may be the one that knows better
 */
export async function readFees(
  pool: RpcPool,
  { hash, replaced }: Pick<EndedSubmission, 'hash' | 'replaced'>,
): Promise<readonly NetworkFee[]> {
  const hashes = [hash, ...replaced];
  const calls = hashes.map((each) => ({ method: 'eth_getTransactionReceipt', params: [each] }));
  const said = await pool.each((endpoint) => endpoint.results(calls));
  const fees = hashes.flatMap((each, place): readonly NetworkFee[] => {
    const receipt = said.map(({ value }) => value[place]).find((answer) => answer !== null);
    return receipt === undefined ? [] : [{ hash: each, amount: toUnits(feeOf(record(receipt))) }];
  });
  if (fees.length === 0 && said.length < pool.size) throw new Error(`not every endpoint says what became of ${hash}`);
  return fees;
}

function feeOf(receipt: Readonly<Record<string, unknown>>): bigint {
  const { gasUsed, effectiveGasPrice, l1Fee = '0x0' } = receipt;
  return quantity(gasUsed) * quantity(effectiveGasPrice) + quantity(l1Fee);
}
