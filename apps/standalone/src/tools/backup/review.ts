import type { EndedService, Payouts } from '@stablecoin/chains';
import { CHAIN_NAMES, formatAmount, type ChainName } from '@stablecoin/money';
import { isStored } from '@stablecoin/payment';
import { transactionsAhead, type Runtime } from '@stablecoin/runtime';
import type { Output } from '../output';

export interface Reviewed {
  readonly chain: ChainName;
  readonly payouts: Payouts;
}

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
    .database<{ wallets: { address: string; chain: string; livemode: number } }>('wallet')
    .selectFrom('wallets')
    .select(['address', 'chain'])
    .where('livemode', '=', 1)
    .execute();
  const reviewed: Reviewed[] = [];
  for (const chain of CHAIN_NAMES) {
    const treasury = liveChains.treasuries.get(chain);
    if (treasury === undefined) continue;
    const payers = [treasury, ...wallets.filter((each) => each.chain === chain).map(({ address }) => address)];
    const payouts = await liveChains.chain.payouts?.({
      ...{ chain, payers, since: since - CLOCKS_APART_MS },
      ...(endedOn === undefined ? {} : { ended: endedOn(chain) }),
    });
    if (payouts !== undefined) reviewed.push({ chain, payouts });
  }
  return reviewed;
}

/**
 * Writes the transfers that no settled payment explains.
 *
 * @returns how many of them no pending payment explains either
 */
export async function show(runtime: Runtime, reviewed: readonly Reviewed[], output: Output): Promise<number> {
  const rows = await runtime
    .database<{ payments: { resource: string } }>('payment')
    .selectFrom('payments')
    .select('resource')
    .execute();
  const known = new Set(
    rows.map(({ resource }) => {
      const { status, txHash, to, amount } = JSON.parse(resource) as Readonly<Record<string, string | null>>;
      return `${status === 'pending' ? status : txHash} ${to?.toLowerCase()} ${amount}`;
    }),
  );
  let unexplained = 0;
  for (const { chain, payouts } of reviewed) {
    for (const { hash, block, from, to, currency, amount } of payouts.payouts) {
      const decimal = formatAmount(BigInt(amount));
      const made = `${to.toLowerCase()} ${decimal}`;
      if (known.has(`${hash} ${made}`)) continue;
      // Its transaction may have been included after the service had stopped.
      const isOpen = known.has(`pending ${made}`);
      if (!isOpen) unexplained += 1;
      const note = isOpen ? '  perhaps of a pending payment' : '';
      output.write(`${chain}  block ${block}  ${hash}  ${from} -> ${to}  ${decimal} ${currency}${note}\n`);
    }
    output.write(`${chain}  compared up to ${new Date(payouts.at).toISOString()}\n`);
  }
  output.write(`${unexplained} transfers that no payment explains\n`);
  return unexplained;
}

/** Writes what relayers and fee payers have sent that is not stored. */
export async function showAhead({ store, liveChains }: Runtime, output: Output): Promise<void> {
  if (liveChains === undefined) return;
  for (const { text } of await transactionsAhead({ store, liveChains, isStored })) output.write(`${text}\n`);
}
