import type { OnchainWallet } from '@stablecoin/contracts';
import { formatAmount } from '@stablecoin/contracts';
import { InheritedPayments, openChains } from '@stablecoin/payment';
import type { InheritedOutcome } from '@stablecoin/payment';
import type { Runtime } from '@stablecoin/host';
import { walletStreams } from '@stablecoin/wallet';
import type { ToolOptions } from '../output';
import type { RestoredStore } from './restored-store';

/** A payment that waits until its order is confirmed, or the chains say whether it was made. */
export interface HeldPayment {
  readonly id: string;
  readonly account: string;
  readonly to: string;
  /** Decimal. */
  readonly amount: string;
  readonly currency: string;
  /** Whether a person may resume or cancel it. */
  readonly isHeld: boolean;
  /** What the owners of its wallet have signed may still make it, until then, in milliseconds since the epoch. */
  readonly doubtUntil: number | null;
}

/**
 * Looks up every open payment that was inherited, and records what became of it. Repeating it continues.
 *
 * @param approvalsUntil - what the owners of wallets may have signed is valid until then, in milliseconds since the epoch
 * @throws Error that names the payment while a chain does not say, before anything is accepted
 */
export function settleInherited(restored: RestoredStore, approvalsUntil: number): Promise<InheritedOutcome> {
  return paymentsOf(restored).settle(approvalsUntil);
}

/** The payments that are held, and those of which the chains do not say yet whether they were made. */
export async function heldPayments(restored: RestoredStore): Promise<readonly HeldPayment[]> {
  const unsettled = await paymentsOf(restored).unsettled();
  return unsettled.map(({ account, held, doubtUntil, order: { paymentId: id, to, amount, currency } }) => ({
    id,
    account,
    to,
    currency,
    isHeld: held !== null,
    doubtUntil,
    amount: formatAmount(BigInt(amount)),
  }));
}

/** Has held payments continue. @param ids - those to resume; `all`: every one */
export async function resumeHeld(restored: RestoredStore, ids: readonly string[] | 'all'): Promise<number> {
  return paymentsOf(restored).resume(await named(restored, ids));
}

/**
 * Fails held payments as canceled.
 *
 * @param ids - those to cancel; `all`: every one that was not made
 * @throws Error that names one that may have been made
 */
export async function cancelHeld(restored: RestoredStore, ids: readonly string[] | 'all'): Promise<number> {
  const held = await heldPayments(restored);
  const doubtful = held.filter(({ doubtUntil }) => doubtUntil !== null).map(({ id }) => id);
  const named = ids === 'all' ? held.filter(({ isHeld }) => isHeld).map(({ id }) => id) : ids;
  const refused = ids === 'all' ? undefined : ids.find((id) => doubtful.includes(id));
  if (refused !== undefined) {
    throw new Error(`The owners of its wallet may have made ${refused}: restore held says when that is known.`);
  }
  return paymentsOf(restored).cancel(named.filter((id) => !doubtful.includes(id)));
}

/** Writes a line for each held payment. */
export function showHeld(held: readonly HeldPayment[], output: ToolOptions['output']): void {
  for (const payment of held) {
    const { id, account, to, amount, currency } = payment;
    output.write(`${id}  ${account}  -> ${to}  ${amount} ${currency}${waitOf(payment)}\n`);
  }
  output.write(`${held.length} payments are held, or wait for the chains\n`);
}

function waitOf({ isHeld, doubtUntil }: HeldPayment): string {
  if (doubtUntil !== null) return `  its owners may have made it: known after ${new Date(doubtUntil).toISOString()}`;
  return isHeld ? '' : '  the chains do not say yet whether it was made';
}

async function named(restored: RestoredStore, ids: readonly string[] | 'all'): Promise<readonly string[]> {
  return ids === 'all' ? (await heldPayments(restored)).filter(({ isHeld }) => isHeld).map(({ id }) => id) : ids;
}

function paymentsOf({ runtime, generation: { name: generation } }: RestoredStore): InheritedPayments {
  const { store, clock, log, meter } = runtime;
  const walletOf = (id: string): Promise<OnchainWallet | null> => walletIn(runtime, id);
  return new InheritedPayments({ store, clock, log, meter, chains: openChains(runtime), generation, walletOf });
}

/** The contract of a live wallet, as its first event says it. */
async function walletIn({ store }: Pick<Runtime, 'store'>, walletId: string): Promise<OnchainWallet | null> {
  const [stored] = await store.read(walletStreams.stream(walletId), { limit: 1 });
  const first = stored && walletStreams.decode(stored);
  const isMade = first?.type === 'WalletRequested' || first?.type === 'WalletCreated';
  return (isMade ? first.data.contract : undefined) ?? null;
}
