import type { WalletContract } from '@stablecoin/chains';

/** Clocks of an old service, of owners, of chains and of this machine may differ by so much. */
export const CLOCKS_MS = 300_000;

/** Whether payments from a wallet may need what its owners sign: those above its limit do. */
export function asksOwners({ spendLimit }: Pick<WalletContract, 'spendLimit'>): boolean {
  return spendLimit !== null;
}
