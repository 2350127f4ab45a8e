import { toUnits } from '@stablecoin/contracts';
import type { Units } from '@stablecoin/contracts';
import type { NetworkFee } from '../../costs';
import type { EndedSubmission } from '../../transfers';
import { agreement } from '../../rpc/agreement';
import type { Agreement, EndpointAnswer } from '../../rpc/agreement';
import type { RpcPool } from '../../rpc/rpc-pool';
import { quantity, receipt } from '../../rpc/values';
import { readTransaction } from '../transaction';

/**
 * Reads what the relayer has paid: for gas, and on Base for the data on Ethereum. Of all that was signed under one nonce
 * one is included at most. A majority of the configured endpoints has to say what it has cost, and all of them that none
 * was included: who is behind has no receipt either (protocol rule 29).
 *
 * @returns nothing when none of them was: somebody else has carried the transfers out, or nobody. Null while their nonce
 * is free in the finalized state: a block may still take one of them, which costs gas whether or not its transfers have
 * expired.
 * @throws Error while that is not known
 */
export async function readFees(
  pool: RpcPool,
  { hash, replaced, sender, bytes, ...rest }: Pick<EndedSubmission, 'hash' | 'replaced' | 'sender' | 'bytes' | 'nonce'>,
): Promise<readonly NetworkFee[] | null> {
  const hashes = [hash, ...replaced];
  // Versions before nonces were stored have left it out.
  const { nonce } = rest.nonce === undefined ? readTransaction(bytes) : { nonce: rest.nonce };
  const calls = [
    { method: 'eth_getTransactionCount', params: [sender, 'finalized'] },
    ...hashes.map((each) => ({ method: 'eth_getTransactionReceipt', params: [each] })),
  ];
  const said = await pool.ask(
    async (endpoint): Promise<readonly Paid[]> => {
      const [count, ...receipts] = await endpoint.results(calls);
      if (quantity(count) <= nonce) return hashes.map(() => 'open');
      return receipts.map((each, index) => feeIn(each, hashes[index] ?? ''));
    },
    (soFar) => hashes.some((_, index) => isKnown(agreed(soFar, index))),
  );
  const fees: NetworkFee[] = [];
  for (const [index, each] of hashes.entries()) {
    const found = agreed(said, index);
    if (!isKnown(found)) continue;
    // Who is behind says "open" for a while, and is not to blame for that.
    if (found.value === 'open') return null;
    const wrong = found.against.filter((one) =>
      said.some(({ endpoint, value }) => endpoint === one && value[index] !== 'open'),
    );
    for (const endpoint of wrong) pool.watch.faulty(endpoint, 'disagrees', { transaction: each });
    fees.push({ hash: each, amount: found.value });
  }
  const isNothing = said.length === pool.size && said.every(({ value }) => value.every((each) => each === null));
  if (fees.length > 0 || isNothing) return fees;
  throw new Error(`no majority of the endpoints says what ${hash} has cost, and not all of them that it was nothing`);

  function agreed(soFar: readonly EndpointAnswer<readonly Paid[]>[], index: number): Agreement<Paid> | undefined {
    return agreement(
      soFar.map(({ endpoint, value }) => ({ endpoint, value: value[index] ?? null })),
      pool.majority,
    );
  }
}

function isKnown(agreed: Agreement<Paid> | undefined): agreed is Agreement<Units | 'open'> {
  return agreed !== undefined && agreed.value !== null;
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
