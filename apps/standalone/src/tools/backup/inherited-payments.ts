import type { ToolOptions } from '../output';
import type { RestoredStore } from './restored-store';

/** What became of the open payments that a store has inherited. */
export interface InheritedPayments {
  /** Settled by a transfer that was made in the lost interval. */
  readonly found: number;
  /** Signed, and never made: failed. */
  readonly failed: number;
  /** Neither signed nor made: they wait until their order is confirmed. */
  readonly held: number;
}

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
 * @throws Error that names the endpoint while a chain does not say, before anything is accepted
 */
export function settleInherited(_store: RestoredStore, _ended: number): Promise<InheritedPayments> {
  return Promise.resolve({ found: 0, failed: 0, held: 0 });
}

/** The payments that are held. */
export function heldPayments(_store: RestoredStore): Promise<readonly HeldPayment[]> {
  return Promise.resolve([]);
}

/** Has held payments continue. @param ids - those to resume; `all`: every one */
export function resumeHeld(_store: RestoredStore, _ids: readonly string[] | 'all'): Promise<number> {
  return Promise.resolve(0);
}

/** Fails held payments as canceled. @param ids - those to cancel; `all`: every one */
export function cancelHeld(_store: RestoredStore, _ids: readonly string[] | 'all'): Promise<number> {
  return Promise.resolve(0);
}

/** Writes a line for each held payment. */
export function showHeld(held: readonly HeldPayment[], output: ToolOptions['output']): void {
  for (const { id, account, to, amount, currency } of held) {
    output.write(`${id}  ${account}  -> ${to}  ${amount} ${currency}\n`);
  }
  output.write(`${held.length} payments are held\n`);
}
