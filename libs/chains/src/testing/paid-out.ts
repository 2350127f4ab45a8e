import { toUnits } from '@stablecoin/money';
import type { Units } from '@stablecoin/money';
import { encodeEventTopics, pad } from 'viem/utils';
import type { Hex } from 'viem';
import { TOKEN_ABI } from '../evm/abi';
import { authorizationNonce } from '../evm/transfer';
import type { LocalEvm } from '../local/local-evm';
import { count, logs, toQuantity } from '../rpc/values';
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

/** Which payments the latest block carries out. */
export async function paidInLatest(local: LocalEvm): Promise<Pick<PaidOut, 'uses'>> {
  const used = await events(local, 'latest', 'AuthorizationUsed', { authorizer: local.treasury.address as Hex });
  return { uses: (id) => used.filter(({ topics }) => topics[2] === authorizationNonce({ id })).length };
}

/** What came in for a treasury from a block on: amounts by the id of their deposit. */
export async function paidIn(local: LocalEvm, since: number): Promise<ReadonlyMap<string, Units>> {
  const transfers = await events(local, since, 'Transfer', { to: local.treasury.address as Hex });
  return new Map(transfers.map(({ txHash, index, data }) => [`${txHash}:${index}`, toUnits(BigInt(data))]));
}

/** What relayers have paid for gas from a block on, in wei. */
export async function gasPaid({ anvil, relayers }: LocalEvm, since: number): Promise<bigint> {
  const latest = count(await anvil.rpc('eth_blockNumber'));
  const senders = new Set(relayers.map(({ address }) => address.toLowerCase()));
  let wei = 0n;
  for (let block = since; block <= latest; block++) {
    const receipts = (await anvil.rpc('eth_getBlockReceipts', toQuantity(block))) as readonly Record<string, string>[];
    for (const { from = '', gasUsed = '0x0', effectiveGasPrice = '0x0' } of receipts) {
      if (senders.has(from.toLowerCase())) wei += BigInt(gasUsed) * BigInt(effectiveGasPrice);
    }
  }
  return wei;
}

async function events(
  { anvil, network }: LocalEvm,
  since: number | 'latest',
  eventName: 'AuthorizationUsed' | 'Transfer',
  args: Readonly<Record<string, Hex>>,
): Promise<readonly LogEntry[]> {
  const topics = encodeEventTopics({ abi: TOKEN_ABI, eventName, args });
  const fromBlock = since === 'latest' ? since : toQuantity(since);
  const filter = { address: Object.values(network.tokens), topics, fromBlock, toBlock: 'latest' };
  return logs(await anvil.rpc('eth_getLogs', filter));
}
