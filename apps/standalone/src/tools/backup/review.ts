import type { EndedService } from '@stablecoin/chains';
import { CHAIN_NAMES, formatAmount, type ChainName } from '@stablecoin/contracts';
import { isStored } from '@stablecoin/payment';
import { transactionsAhead, type Runtime } from '@stablecoin/host';
import type { Output } from '../output';
import { unexplainedTransfers, type Reviewed, type UnexplainedTransfer } from './unexplained';

/** The clocks of a chain and of this machine may differ by so much at most, and some chains tell only whole seconds. */
const CLOCKS_APART_MS = 90_000;

/**
 * What has left the treasury and the wallets of every configured chain since the backup, and a little before it.
 *
 * @param since - the time of the backup by the clock of its machine, in milliseconds since the epoch
 * @param endedOn - also looks for what was signed after the end of the service
 */
export async function review(
  { liveChains, ...runtime }: Runtime,
  since: number,
  endedOn?: (chain: ChainName) => EndedService,
): Promise<readonly Reviewed[]> {
  if (liveChains === undefined) return [];
  const wallets = await runtime
    .database<{ wallets: { id: string; account: string; address: string; chain: string; livemode: number } }>('wallet')
    .selectFrom('wallets')
    .select(['id', 'account', 'address', 'chain'])
    .where('livemode', '=', 1)
    .execute();
  const reviewed: Reviewed[] = [];
  for (const chain of CHAIN_NAMES) {
    const treasury = liveChains.treasuries.get(chain);
    if (treasury === undefined) continue;
    const own = wallets.filter((each) => each.chain === chain);
    const payers = [treasury, ...own.map(({ address }) => address)];
    const payouts = await liveChains.router.on(chain).history?.payouts({
      chain,
      payers,
      since: since - CLOCKS_APART_MS,
      ...(endedOn === undefined ? {} : { ended: endedOn(chain) }),
    });
    if (payouts === undefined) continue;
    const byAddress = own.map(
      ({ id: walletId, account, address }) => [address.toLowerCase(), { walletId, account }] as const,
    );
    reviewed.push({ chain, payouts, wallets: new Map(byAddress) });
  }
  return reviewed;
}

/**
 * Writes the transfers that no settled payment explains, and that are not booked.
 *
 * @returns how many of them no pending payment explains either
 */
export async function show(runtime: Runtime, reviewed: readonly Reviewed[], output: Output): Promise<number> {
  const transfers = await unexplainedTransfers(runtime, reviewed);
  for (const { chain, payouts } of reviewed) {
    for (const transfer of transfers) if (transfer.chain === chain) output.write(`${lineOf(transfer)}\n`);
    output.write(`${chain}  compared up to ${new Date(payouts.at).toISOString()}\n`);
  }
  // The transaction of a pending one may have been included after the service had stopped.
  const unexplained = transfers.filter(({ isPerhapsPending }) => !isPerhapsPending).length;
  output.write(`${unexplained} transfers that no payment explains\n`);
  return unexplained;
}

/** A transfer as the operator sees it. */
export function lineOf(transfer: UnexplainedTransfer): string {
  const { chain, block, hash, from, to, amount, currency, isNamed, onchainId, isPerhapsPending } = transfer;
  const id = isNamed ? `on-chain id ${onchainId}` : 'no on-chain id';
  const note = isPerhapsPending ? '  perhaps of a pending payment' : '';
  const decimal = formatAmount(BigInt(amount));
  return `${chain}  block ${block}  ${hash}  ${from} -> ${to}  ${decimal} ${currency}  ${id}${note}`;
}

/** Writes what relayers and fee payers have sent that is not stored. */
export async function showAhead({ store, liveChains }: Runtime, output: Output): Promise<void> {
  if (liveChains === undefined) return;
  for (const { text } of await transactionsAhead({ store, liveChains, isStored })) output.write(`${text}\n`);
}
