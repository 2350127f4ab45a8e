import { CURRENCIES, toUnits } from '@stablecoin/contracts';
import { encodeEventTopics, getAddress, pad } from 'viem/utils';
import type { Hex } from 'viem';
import type { Payout, Payouts, PayoutsRequest } from '../../past-transfers';
import { EndpointLimitError } from '../../rpc/endpoint-limit';
import type { LogEntry } from '../../rpc/values';
import { TOKEN_ABI } from '../abi';
import type { BlocksByTime } from '../blocks-by-time';
import type { FinalReads } from '../final-reads';
import type { LogReader } from '../log-reader';
import type { EvmNetwork } from '../network';
import { MODULE } from '../wallets/contracts';
import { signedBeyond } from './late-signatures';
import { transferredAmount } from '../token-transfer';

/** Calls to one endpoint: more would take hours. */
const CALLS_MAX = 20_000;
const [TRANSFER] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'Transfer' }) as [Hex];
/** Of the tokens and of the module alike. */
const [USED] = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationUsed' }) as [Hex];

/**
 * Final transfers out of these addresses, as a majority of the configured endpoints says it (protocol rule 29).
 *
 * @throws Error while no majority agrees
 */
export function readPayouts(
  {
    final,
    logs,
    blocks,
    network: { tokens },
    relayers,
  }: {
    readonly final: FinalReads;
    readonly logs: LogReader;
    readonly blocks: BlocksByTime;
    readonly network: Pick<EvmNetwork, 'tokens'>;
    readonly relayers: readonly string[];
  },
  { payers, since, ended }: Omit<PayoutsRequest, 'chain'>,
): Promise<Payouts> {
  const topics = payers.map((payer) => pad(payer.toLowerCase() as Hex));
  return final.agreed(async (finalized, endpoint): Promise<Payouts> => {
    const { number: from, isFirst } = await blocks.firstSince(endpoint, since, finalized);
    if (!isFirst) {
      throw new EndpointLimitError(
        endpoint,
        `has no blocks before ${from}, and is asked for all since ${new Date(since).toISOString()}. Name one that keeps a longer history`,
      );
    }
    const taken = logs.blocksOfCall(endpoint);
    if (finalized.number - from > CALLS_MAX * taken) {
      throw new EndpointLimitError(
        endpoint,
        `takes eth_getLogs for ${taken} blocks only, and is asked for ${finalized.number - from}. Name one that takes more`,
      );
    }
    const filter = { address: [...Object.values(tokens), MODULE], topics: [[TRANSFER, USED], topics] };
    const found = topics.length === 0 ? [] : await logs.read(endpoint, filter, { from, to: finalized.number });
    const payouts = payoutsIn(found, tokens);
    const at = finalized.timestamp * 1_000;
    if (ended === undefined) return { at, payouts };
    const hashes = [...new Set(payouts.map(({ hash }) => hash).reverse())];
    const signedLater = await signedBeyond(endpoint, hashes, { relayers, ...ended });
    return signedLater === undefined ? { at, payouts } : { at, payouts, signedLater };
  });
}

/** @param logs - transfers, and uses of nonces, in the order of the chain: the use of a nonce comes before its transfer */
function payoutsIn(logs: readonly LogEntry[], tokens: EvmNetwork['tokens']): readonly Payout[] {
  const currencyOf = new Map(CURRENCIES.map((currency) => [tokens[currency].toLowerCase(), currency]));
  /** Nonces whose transfer comes next, by transaction and payer. */
  const used = new Map<string, string | null>();
  const payouts: Payout[] = [];
  for (const log of logs) {
    const { address, topics, txHash, block, index } = log;
    const [event, payer = '', third = ''] = topics;
    const of = `${txHash}.${payer}`;
    if (event === USED) {
      used.set(of, third);
      continue;
    }
    const currency = currencyOf.get(address);
    const amount = transferredAmount(log);
    if (amount === null) throw new TypeError(`a transfer of transaction ${txHash} cannot be read`);
    // Anybody may move nothing out of any account.
    if (currency === undefined || amount === 0n) continue;
    const made = { from: addressIn(payer), to: addressIn(third), currency, amount: toUnits(amount) };
    payouts.push({ hash: txHash, block, place: index, onchainId: used.get(of) ?? null, ...made });
    used.set(of, null);
  }
  return payouts;
}

function addressIn(topic: string): string {
  return getAddress(`0x${topic.slice(-40)}`);
}
