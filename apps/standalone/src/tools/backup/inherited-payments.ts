import type { OnchainWallet } from '@stablecoin/contracts';
import { formatAmount } from '@stablecoin/money';
import { InheritedPayments, openChains } from '@stablecoin/payment';
import type { InheritedOutcome } from '@stablecoin/payment';
import type { Runtime } from '@stablecoin/runtime';
import type { ToolOptions } from '../output';
import type { RestoredStore } from './restored-store';

/** A payment that waits until its order is confirmed. */
export interface HeldPayment {
  readonly id: string;
  readonly account: string;
  readonly to: string;
  /** Decimal. */
  readonly amount: string;
  readonly currency: string;
}

/**
 * Looks up every open payment that was inherited, and records what became of it. Repeating it continues.
 *
 * @param ended - when the service had ended, in milliseconds since the epoch
 * @throws Error that names the payment while a chain does not say, before anything is accepted
 */
export function settleInherited(restored: RestoredStore, ended: number): Promise<InheritedOutcome> {
  const { approvalTtlMs, liveChains } = restored.runtime.configuration;
  return paymentsOf(restored).settle(ended + approvalTtlMs + (liveChains.evm?.validityMs ?? 0));
}

/** The payments that are held. */
export async function heldPayments(restored: RestoredStore): Promise<readonly HeldPayment[]> {
  const held = await paymentsOf(restored).held();
  return held.map(({ account, order: { paymentId: id, to, amount, currency } }) => ({
    ...{ id, account, to, currency },
    amount: formatAmount(BigInt(amount)),
  }));
}

/** Has held payments continue. @param ids - those to resume; `all`: every one */
export async function resumeHeld(restored: RestoredStore, ids: readonly string[] | 'all'): Promise<number> {
  return paymentsOf(restored).resume(await named(restored, ids));
}

/** Fails held payments as canceled. @param ids - those to cancel; `all`: every one */
export async function cancelHeld(restored: RestoredStore, ids: readonly string[] | 'all'): Promise<number> {
  return paymentsOf(restored).cancel(await named(restored, ids));
}

/** Writes a line for each held payment. */
export function showHeld(held: readonly HeldPayment[], output: ToolOptions['output']): void {
  for (const { id, account, to, amount, currency } of held) {
    output.write(`${id}  ${account}  -> ${to}  ${amount} ${currency}\n`);
  }
  output.write(`${held.length} payments are held\n`);
}

async function named(restored: RestoredStore, ids: readonly string[] | 'all'): Promise<readonly string[]> {
  return ids === 'all' ? (await heldPayments(restored)).map(({ id }) => id) : ids;
}

function paymentsOf({ runtime, generation: { name: generation } }: RestoredStore): InheritedPayments {
  const { store, clock, log, meter } = runtime;
  const walletOf = (id: string): Promise<OnchainWallet | null> => walletIn(runtime, id);
  return new InheritedPayments({ store, clock, log, meter, chains: openChains(runtime), generation, walletOf });
}

/** The contract of a live wallet, as its first event says it. */
async function walletIn({ store }: Pick<Runtime, 'store'>, walletId: string): Promise<OnchainWallet | null> {
  const [first] = await store.read(`wallet-${walletId}`, { limit: 1 });
  return (first?.data as { readonly contract?: OnchainWallet } | undefined)?.contract ?? null;
}
