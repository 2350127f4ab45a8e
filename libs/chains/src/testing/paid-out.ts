import { encodeEventTopics, pad } from 'viem/utils';
import type { Hex } from 'viem';
import { TOKEN_ABI } from '../evm/abi';
import { authorizationNonce } from '../evm/transfer';
import type { LocalEvm } from '../local/local-evm';
import { logs, toQuantity } from '../rpc/values';
import type { LogEntry } from '../rpc/values';

/** What has left a treasury, by what stands in the blocks of its chain now. */
export interface PaidOut {
  /** How often the authorization of a payment was used, by the token's `AuthorizationUsed` events. */
  uses(paymentId: string): number;
  /** What an address was paid, by the token's `Transfer` events. */
  received(address: string): readonly bigint[];
  readonly total: bigint;
}

/** Counts on the chain itself, and asks nobody else. @param since - the first block that counts */
export async function paidOut(local: LocalEvm, since: number): Promise<PaidOut> {
  const treasury = local.treasury.address as Hex;
  const used = await events(local, since, 'AuthorizationUsed', { authorizer: treasury });
  const transfers = await events(local, since, 'Transfer', { from: treasury });
  const amounts = (some: readonly LogEntry[]) => some.map(({ data }) => BigInt(data));
  return {
    uses: (id) => used.filter(({ topics }) => topics[2] === authorizationNonce({ id })).length,
    received: (to) => amounts(transfers.filter(({ topics }) => topics[2] === pad(to.toLowerCase() as Hex))),
    total: amounts(transfers).reduce((sum, amount) => sum + amount, 0n),
  };
}

async function events(
  { anvil, network }: LocalEvm,
  since: number,
  eventName: 'AuthorizationUsed' | 'Transfer',
  args: Readonly<Record<string, Hex>>,
): Promise<readonly LogEntry[]> {
  const topics = encodeEventTopics({ abi: TOKEN_ABI, eventName, args });
  const filter = { address: Object.values(network.tokens), topics, fromBlock: toQuantity(since), toBlock: 'latest' };
  return logs(await anvil.rpc('eth_getLogs', filter));
}
