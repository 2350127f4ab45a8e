import { toUnits } from '@stablecoin/contracts';
import type { Units } from '@stablecoin/contracts';
import { decodeEventLog, encodeEventTopics, pad, parseAbi } from 'viem/utils';
import type { Hex } from 'viem';
import type { WalletContract } from '../chain-wallets';
import { TOKEN_ABI } from '../evm/abi';
import { MODULE } from '../evm/wallets/contracts';
import type { LocalEvm } from '../local/local-evm';
import { count, logs, toQuantity } from '../rpc/values';
import type { LogEntry } from '../rpc/values';
import { SpendLimitModel } from './spend-limit-model';

const POLICY_ABI = parseAbi(['event PolicySet(address indexed safe, address spender, uint96 limit, address[] tokens)']);
const [POLICY_SET] = encodeEventTopics({ abi: POLICY_ABI, eventName: 'PolicySet' });
const WINDOW_S = 86_400;
const [USED] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationUsed' });

/** What has left a treasury or a wallet, by what stands in the blocks of its chain now. */
export interface PaidOut {
  /** How often an on-chain id was used, by the `AuthorizationUsed` events of tokens and module. */
  uses(onchainId: string): number;
  /** What an address was paid, by the token's `Transfer` events. */
  received(address: string): readonly bigint[];
  readonly total: bigint;
}

/**
 * Counts on the chain itself, and asks nobody else.
 *
 * @param since - the first block that counts
 * @param payer - whose money left; the treasury unless told
 */
export async function paidOut(local: LocalEvm, since: number, payer = local.treasury.address): Promise<PaidOut> {
  const used = await events(local, since, 'AuthorizationUsed', { authorizer: payer as Hex });
  const transfers = await events(local, since, 'Transfer', { from: payer as Hex });
  const amounts = (some: readonly LogEntry[]) => some.map(({ data }) => BigInt(data));
  return {
    uses: (id) => used.filter(({ topics }) => topics[2] === id).length,
    received: (to) => amounts(transfers.filter(({ topics }) => topics[2] === pad(to.toLowerCase() as Hex))),
    total: amounts(transfers).reduce((sum, amount) => sum + amount, 0n),
  };
}

/** Which payments of some payers the latest block carries out: others may use the same nonces. */
export async function paidInLatest(local: LocalEvm, payers: readonly string[]): Promise<Pick<PaidOut, 'uses'>> {
  const ours = new Set<string | undefined>(payers.map((each) => pad(each.toLowerCase() as Hex)));
  const used = (await events(local, 'latest', 'AuthorizationUsed', {})).filter(({ topics }) => ours.has(topics[1]));
  return { uses: (id) => used.filter(({ topics }) => topics[2] === id).length };
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

/** What a wallet's module has paid, made again by the model of the module. */
export interface PolicyReplay {
  /** What the model would have refused, in words. */
  readonly beyond: readonly string[];
  /** What was left of the limit after each payment, and until when, in words. */
  readonly spent: string;
  /** Whether the limit has stood against an amount at any moment between two, in milliseconds since the epoch. */
  wasOver(amount: bigint, from: number, to: number): boolean;
}

/** What was spent of a limit, in a part of a window. Times are in seconds. */
interface Spending {
  readonly at: number;
  readonly windowEnd: number;
  readonly left: bigint;
}

/** Has the model of the module make again what the module did for a wallet, in the order of the chain. */
export async function replayPolicy(
  local: LocalEvm,
  since: number,
  { address, spender, spendLimit }: WalletContract,
): Promise<PolicyReplay> {
  const transfers = await events(local, since, 'Transfer', { from: address as Hex });
  const topics = [[POLICY_SET, USED], pad(address.toLowerCase() as Hex)];
  const filter = { address: MODULE, topics, fromBlock: toQuantity(since), toBlock: 'latest' };
  const model = new SpendLimitModel(null, 0n, [], new Map(Object.values(local.network.tokens).map(plenty)));
  const beyond: string[] = [];
  const spendings: Spending[] = [];
  for (const { topics: of, data, txHash, index, block } of logs(await local.anvil.rpc('eth_getLogs', filter))) {
    if (of[0] === POLICY_SET) {
      const { args } = decodeEventLog({ abi: POLICY_ABI, topics: of as [Hex, Hex], data: data as Hex });
      [model.spender, model.limit] = [args.spender, args.limit];
      for (const token of args.tokens) model.allowed.add(token.toLowerCase());
      continue;
    }
    const nonce = of[2] ?? '';
    const transfer = transfers.find((each) => each.txHash === txHash && each.index > index);
    if (transfer === undefined) {
      beyond.push(`the module of ${address} has used ${nonce}, and paid nothing`);
      continue;
    }
    const paid = { token: transfer.address, value: BigInt(transfer.data), validBefore: Infinity, nonce };
    const at = await timeOf(local, block);
    const refusal = model.pay({ ...paid, signer: spender }, at);
    if (refusal !== null) beyond.push(`the module of ${address} has paid ${paid.value}: ${refusal} by the model`);
    spendings.push({ at, windowEnd: model.windowStart + WINDOW_S, left: model.limit - model.spent });
  }
  const whole = spendLimit === null ? null : BigInt(spendLimit);
  return {
    beyond,
    spent: spendings.map(({ at, windowEnd, left }) => `${left} left from ${at} to ${windowEnd}`).join(', '),
    wasOver: (amount, from, to) =>
      (whole !== null && amount > whole) ||
      spendings.some(({ at, windowEnd, left }, place) => {
        const end = Math.min(windowEnd, spendings[place + 1]?.at ?? Infinity);
        return amount > left && at * 1_000 <= to && end * 1_000 >= from;
      }),
  };
}

/** A token's address as logs have it, and more than any test pays. */
function plenty(token: string): [string, bigint] {
  return [token.toLowerCase(), 10n ** 18n];
}

/** Of a block, in seconds since the epoch. */
async function timeOf({ anvil }: LocalEvm, block: number): Promise<number> {
  const found = (await anvil.rpc('eth_getBlockByNumber', toQuantity(block), false)) as { readonly timestamp: Hex };
  return count(found.timestamp);
}

async function events(
  { anvil, network }: LocalEvm,
  since: number | 'latest',
  eventName: 'AuthorizationUsed' | 'Transfer',
  args: Readonly<Record<string, Hex>>,
): Promise<readonly LogEntry[]> {
  const topics = encodeEventTopics({ abi: TOKEN_ABI, eventName, args });
  const fromBlock = since === 'latest' ? since : toQuantity(since);
  const filter = { address: [...Object.values(network.tokens), MODULE], topics, fromBlock, toBlock: 'latest' };
  return logs(await anvil.rpc('eth_getLogs', filter));
}
