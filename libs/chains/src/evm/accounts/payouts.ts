import { CURRENCIES, toUnits } from '@stablecoin/money';
import { encodeEventTopics, getAddress, pad } from 'viem/utils';
import type { Hex } from 'viem';
import type { Payouts, PayoutsRequest } from '../../chain';
import { blockRanges } from '../../rpc/block-ranges';
import { toQuantity } from '../../rpc/values';
import { TOKEN_ABI } from '../abi';
import type { FinalReads } from '../final-reads';
import type { EvmNetwork } from '../network';
import { logsCall, readLogs } from '../observation/token-logs';

/** Calls in one request, and addresses in one question: endpoints refuse more. */
const CALLS_MAX = 50;
const PAYERS_MAX = 500;
const [TRANSFER] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' }) as [Hex];

/**
 * Final transfers out of these addresses, as a majority of the configured endpoints says it (protocol rule 29).
 *
 * @throws Error while no majority agrees
 */
export function readPayouts(
  final: FinalReads,
  { tokens, blockMs }: EvmNetwork,
  { payers, since }: Omit<PayoutsRequest, 'chain'>,
): Promise<Payouts> {
  const currencyOf = new Map(CURRENCIES.map((currency) => [tokens[currency].toLowerCase(), currency]));
  const topics = payers.map((payer) => pad(payer.toLowerCase() as Hex));
  return final.agreed(async (finalized, endpoint): Promise<Payouts> => {
    const at = finalized.timestamp * 1_000;
    const first = finalized.number - Math.ceil(Math.max(0, at - since) / blockMs);
    const ranges = blockRanges(first, finalized.number).map((range) =>
      range.toBlock === 'latest' ? { ...range, toBlock: toQuantity(finalized.number) } : range,
    );
    const payouts: Payouts['payouts'][number][] = [];
    for (let done = 0; done < topics.length; done += PAYERS_MAX) {
      const filter = { address: Object.values(tokens), topics: [TRANSFER, topics.slice(done, done + PAYERS_MAX)] };
      for (let read = 0; read < ranges.length; read += CALLS_MAX) {
        const asked = ranges.slice(read, read + CALLS_MAX);
        const answers = await endpoint.results(asked.map((range) => logsCall(filter, range)));
        for (const [index, range] of asked.entries()) {
          for (const { address, topics: of, data, txHash, block } of readLogs(answers[index], filter, range)) {
            const [, from = '', to = ''] = of;
            const currency = currencyOf.get(address);
            if (currency === undefined) continue;
            const amount = toUnits(BigInt(data));
            payouts.push({ hash: txHash, block, from: addressIn(from), to: addressIn(to), currency, amount });
          }
        }
      }
    }
    return { at, payouts: payouts.sort((one, other) => one.block - other.block) };
  });
}

function addressIn(topic: string): string {
  return getAddress(`0x${topic.slice(-40)}`);
}
