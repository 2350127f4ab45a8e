import type { Payout, Payouts } from '@stablecoin/chains';
import type { ChainName, Units } from '@stablecoin/contracts';
import { storedOnchainId } from '@stablecoin/payment';
import type { TransferBooks } from '@stablecoin/funds';
import type { Runtime } from '@stablecoin/host';
import { treasuryBooks } from '@stablecoin/treasury';
import { walletBooks } from '@stablecoin/wallet';

export interface Reviewed {
  readonly chain: ChainName;
  readonly payouts: Payouts;
  /** The wallets that were asked for, by address in lower case. */
  readonly wallets: ReadonlyMap<string, ReviewedWallet>;
}

export interface ReviewedWallet {
  readonly walletId: string;
  readonly account: string;
}

/** A transfer that neither a settled payment nor a booking explains. */
export interface UnexplainedTransfer extends Payout {
  readonly chain: ChainName;
  /** Under which it is booked: its on-chain id; its transaction and place, where a key cannot lead to it. */
  readonly transferId: string;
  /** Whether a repeated key can lead to it, which then changes no balance. */
  readonly isNamed: boolean;
  /** A pending payment has its recipient and amount, and may be it. */
  readonly isPerhapsPending: boolean;
  /** Of the treasury or the wallet that it left. */
  readonly books: TransferBooks;
}

/**
 * The transfers that no settled payment explains, and that are not booked.
 *
 * The read models have to be up to date: a payment that has settled and is not there yet explains nothing.
 */
export async function unexplainedTransfers(
  runtime: Runtime,
  reviewed: readonly Reviewed[],
): Promise<readonly UnexplainedTransfer[]> {
  const { explains, mayBePending, settledLike } = await paymentsOf(runtime);
  const made = reviewed.flatMap(({ chain, wallets, payouts }) =>
    payouts.payouts.map((payout) => ({ ...payout, chain, wallet: wallets.get(payout.from.toLowerCase()) })),
  );
  const unpaid = new Set(made.filter((payout) => !explains(payout)));
  // One id names one transfer. A second one that was made under it is told apart by its place.
  const named = new Set(made.flatMap((payout) => (unpaid.has(payout) ? [] : (payout.onchainId ?? []))));
  const known = new Map<string | undefined, TransferBooks>();
  const unexplained: UnexplainedTransfer[] = [];
  for (const { wallet, ...payout } of unpaid) {
    const { hash, place, onchainId } = payout;
    if (onchainId !== null && (await isOfAny(runtime, onchainId, settledLike(payout)))) continue;
    const isNamed = onchainId !== null && !named.has(onchainId);
    if (onchainId !== null) named.add(onchainId);
    const transferId = isNamed ? onchainId : `${hash}.${place}`;
    const books = known.get(wallet?.walletId) ?? booksOf(runtime, wallet);
    known.set(wallet?.walletId, books);
    if (await books.isBooked(transferId)) continue;
    unexplained.push({ ...payout, transferId, isNamed, isPerhapsPending: mayBePending(payout), books });
  }
  return unexplained;
}

/** Whether a transfer is that of a settled payment which the store has in another transaction: a reorganization has moved it. */
async function isOfAny({ store }: Runtime, onchainId: string, paymentIds: readonly string[]): Promise<boolean> {
  for (const id of paymentIds) if ((await storedOnchainId(store, id)) === onchainId) return true;
  return false;
}

function booksOf({ configuration, ...parts }: Runtime, wallet: ReviewedWallet | undefined): TransferBooks {
  if (wallet !== undefined) return walletBooks(wallet, parts);
  const { liveAccount } = configuration;
  if (liveAccount === null) throw new Error('Set LIVE_ACCOUNT as the service has it: it names whose treasury it is.');
  return treasuryBooks(liveAccount, parts);
}

/** What is read of a payment. */
interface PaymentRow {
  readonly id: string;
  readonly status: string;
  readonly to_address: string;
  readonly tx_hash: string | null;
  /** As JSON. */
  readonly facts: string;
}

type Explained = Pick<Payout, 'hash' | 'to' | 'account' | 'amount'>;

/** What the live payments of the store explain. A settled one explains one transfer. */
async function paymentsOf(runtime: Runtime): Promise<{
  readonly explains: (payout: Explained) => boolean;
  readonly mayBePending: (payout: Explained) => boolean;
  /** The ids of settled payments with its recipient and amount. */
  readonly settledLike: (payout: Explained) => readonly string[];
}> {
  const rows = await runtime
    .database<{ payments: PaymentRow & { readonly livemode: number } }>('payment')
    .selectFrom('payments')
    .select(['id', 'status', 'to_address', 'tx_hash', 'facts'])
    .where('livemode', '=', 1)
    .execute();
  const known = new Map<string, number>();
  const settled = new Map<string, string[]>();
  for (const { id, status, to_address: to, tx_hash: txHash, facts } of rows) {
    const { amount } = JSON.parse(facts) as { readonly amount: Units };
    if (status === 'settled') {
      const like = `settled ${to.toLowerCase()} ${amount}`;
      const ids = settled.get(like);
      if (ids === undefined) settled.set(like, [id]);
      else ids.push(id);
    }
    const key = `${status === 'pending' ? status : txHash} ${to.toLowerCase()} ${amount}`;
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  const keysOf = (by: string, { to, account = to, amount }: Explained): readonly string[] =>
    [to, account].map((each) => `${by} ${each.toLowerCase()} ${amount}`);
  return {
    explains(payout) {
      const key = keysOf(payout.hash, payout).find((each) => (known.get(each) ?? 0) > 0);
      if (key === undefined) return false;
      known.set(key, (known.get(key) ?? 0) - 1);
      return true;
    },
    mayBePending: (payout) => keysOf('pending', payout).some((each) => known.has(each)),
    settledLike: (payout) => keysOf('settled', payout).flatMap((each) => settled.get(each) ?? []),
  };
}
