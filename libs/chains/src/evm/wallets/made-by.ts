import { encodeEventTopics } from 'viem/utils';
import type { Hex } from 'viem';
import type { EndpointAnswer } from '../../rpc/agreement';
import type { RpcPool } from '../../rpc/rpc-pool';
import { logs, receipt } from '../../rpc/values';
import { TOKEN_ABI } from '../abi';
import type { EvmNetwork } from '../network';
import { authorizationNonce } from '../transfer';
import type { WalletPayment } from './calls';

/**
 * Whether a transaction that uses an approved payment's nonce makes that payment: owners may have signed another transfer
 * under it. True where a majority says so; false, which gives money back, where all configured endpoints deny it
 * (protocol rule 29); undefined otherwise.
 */
export async function isMadeBy(
  { id, currency, to, amount, payer: { wallet } }: WalletPayment,
  hash: string,
  pool: RpcPool,
  network: EvmNetwork,
): Promise<boolean | undefined> {
  const token = network.tokens[currency].toLowerCase();
  const [from, nonce] = [wallet.address as Hex, authorizationNonce({ id })];
  const used = encodeEventTopics({
    abi: TOKEN_ABI,
    eventName: 'AuthorizationUsed',
    args: { authorizer: from, nonce },
  });
  const paid = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer', args: { from, to: to as Hex } });
  const confirming = (some: readonly EndpointAnswer<boolean>[]): number => some.filter(({ value }) => value).length;
  const said = await pool.ask(
    async (endpoint) => {
      const [answer] = await endpoint.results([{ method: 'eth_getTransactionReceipt', params: [hash] }]);
      const found = logs(receipt(answer, hash)?.['logs'] ?? []).filter(({ address }) => address === token);
      // The token tells of the transfer right after the nonce.
      const index = found.findIndex(({ topics }) => topics.join() === used.join());
      const transfer = index < 0 ? undefined : found[index + 1];
      return transfer?.topics.join() === paid.join() && BigInt(transfer.data) === BigInt(amount);
    },
    (soFar) => confirming(soFar) >= pool.majority,
  );
  if (confirming(said) >= pool.majority) return true;
  return said.length === pool.size && confirming(said) === 0 ? false : undefined;
}
