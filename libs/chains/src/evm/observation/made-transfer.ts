import { CURRENCIES, toUnits } from '@stablecoin/contracts';
import { encodeEventTopics } from 'viem/utils';
import type { Hex } from 'viem';
import type { MadeTransfer } from '../../past-transfers';
import type { LogEntry } from '../../rpc/values';
import { TOKEN_ABI } from '../abi';
import type { EvmNetwork } from '../network';
import { transferredAmount } from '../token-transfer';

/** A contract that takes each nonce of an account once, and the account. */
export interface Guard {
  readonly contract: string;
  readonly authorizer: string;
}

const [TRANSFER] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' }) as [Hex];

/**
 * The transfer that was made under a nonce: the first of the account's after its `AuthorizationUsed` event.
 *
 * @param logs - of the transaction's receipt, in their order
 * @returns null when the transaction has made none
 * @throws TypeError for one that cannot be read
 */
export function madeTransfer(
  logs: readonly LogEntry[],
  { contract, authorizer }: Guard,
  nonce: Hex,
  { tokens }: Pick<EvmNetwork, 'tokens'>,
): MadeTransfer | null {
  const used = encodeEventTopics({
    abi: TOKEN_ABI,
    eventName: 'AuthorizationUsed',
    args: { authorizer: authorizer as Hex, nonce },
  }).join();
  const index = logs.findIndex(({ address, topics }) => address === contract.toLowerCase() && topics.join() === used);
  if (index < 0) return null;
  const currencyOf = new Map(CURRENCIES.map((currency) => [tokens[currency].toLowerCase(), currency]));
  for (const log of logs.slice(index + 1)) {
    const currency = currencyOf.get(log.address);
    const [event, from = '', to = ''] = log.topics;
    if (currency === undefined || event !== TRANSFER || addressIn(from) !== authorizer.toLowerCase()) continue;
    const amount = transferredAmount(log);
    // "None" would give the money back.
    if (amount === null) throw new TypeError(`a transfer of transaction ${log.txHash} cannot be read`);
    return { from: addressIn(from), to: addressIn(to), currency, amount: toUnits(amount) };
  }
  return null;
}

/** The address in the last 20 bytes of a topic, in lower case. */
function addressIn(topic: string): string {
  return `0x${topic.slice(-40)}`;
}
