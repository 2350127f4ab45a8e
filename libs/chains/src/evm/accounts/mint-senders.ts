import { solanaAddressFromBytes } from '@stablecoin/contracts';
import { decodeEventLog, encodeEventTopics, getAddress, hexToBytes, isAddressEqual, size, slice } from 'viem/utils';
import type { Hex } from 'viem';
import type { LogEntry } from '../../rpc/values';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import { CCTP_ABI } from '../abi';
import type { LogReader } from '../log-reader';
import type { CctpContracts } from '../network';
import { transferredAmount } from '../token-transfer';

/** Burns of USDC have this version of the body. */
const BODY_VERSION = 1;
const BODY_BYTES = 228;
/** After the mint come that of the fee with two logs, one of the messenger, and the message. */
const LOGS_AFTER_MINT_MAX = 4;
/** Whose addresses are those of EVM. Another domain with addresses of 20 bytes has them in another form. */
const EVM_DOMAINS: ReadonlySet<number> = new Set([
  0, 1, 2, 3, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 26,
]);
const SOLANA_DOMAIN = 5;
/** The program of Solana that sends the messages of burns. */
const SOLANA_MESSENGER = 'CCTPV2vPZJS2u2BBsUoscuikbYjnpFmbFsvVuJdgUMQe';

/**
 * Messages from other chains that were received in some blocks.
 *
 * @throws TypeError for logs that were not asked for
 */
export async function readMessages(
  endpoint: RpcEndpoint,
  logs: LogReader,
  { transmitter }: CctpContracts,
  blocks: readonly number[],
): Promise<readonly LogEntry[]> {
  const topics = encodeEventTopics({ abi: CCTP_ABI, eventName: 'MessageReceived' }) as Hex[];
  const found: LogEntry[] = [];
  for (const block of new Set(blocks)) {
    const range = { from: block, to: block };
    found.push(...(await logs.read(endpoint, { address: [transmitter], topics: topics.slice(0, 1) }, range)));
  }
  return found;
}

/**
 * Who has burned the money that was made by a transfer from nobody.
 *
 * Anybody may send messages of any content to a contract of their own. So only one counts that the burning contract of the
 * other chain has sent, that follows the mint at once, and that names its recipient and amount.
 *
 * @param messages - of the block, see {@link readMessages}
 * @returns null where no message tells
 */
export function mintSender(
  mint: LogEntry,
  messages: readonly LogEntry[],
  { messenger }: Pick<CctpContracts, 'messenger'>,
): string | null {
  const message = messages.find(({ txHash, index }) => txHash === mint.txHash && index > mint.index);
  if (message === undefined || message.index > mint.index + LOGS_AFTER_MINT_MAX) return null;
  const { sourceDomain, sender, messageBody: body } = readMessage(message) ?? {};
  if (sourceDomain === undefined || sender === undefined || body === undefined || size(body) < BODY_BYTES) return null;
  const amount = BigInt(slice(body, 68, 100)) - BigInt(slice(body, 164, 196));
  const isOfMint =
    Number(slice(body, 0, 4)) === BODY_VERSION &&
    slice(body, 36, 68) === mint.topics[2] &&
    transferredAmount(mint) === amount;
  const burner = addressOn(sourceDomain, slice(body, 100, 132));
  const contract = addressOn(sourceDomain, sender);
  if (!isOfMint || burner === null || contract === null) return null;
  if (sourceDomain === SOLANA_DOMAIN) return contract === SOLANA_MESSENGER ? burner : null;
  return isAddressEqual(contract as Hex, messenger as Hex) ? burner : null;
}

function readMessage({ topics, data }: LogEntry) {
  try {
    return decodeEventLog({ abi: CCTP_ABI, topics: topics as [Hex, ...Hex[]], data: data as Hex }).args;
  } catch {
    return null;
  }
}

/** An address as its chain writes it; null on a chain whose form is not known. */
function addressOn(domain: number, bytes: Hex): string | null {
  if (domain === SOLANA_DOMAIN) return solanaAddressFromBytes(hexToBytes(bytes));
  const isPadded = BigInt(slice(bytes, 0, 12)) === 0n;
  return EVM_DOMAINS.has(domain) && isPadded ? getAddress(slice(bytes, 12)) : null;
}
