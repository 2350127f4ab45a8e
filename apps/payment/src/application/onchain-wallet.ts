import type { OnchainWallet, Wallet } from '@stablecoin/contracts';
import { parseAmount, toUnits } from '@stablecoin/contracts';

/** A live wallet as its chain knows it; null in the sandbox. */
export function onchainOf({ id: walletId, address, spend_limit: limit, contract }: Wallet): OnchainWallet | null {
  if (contract === null || address === null) return null;
  const { type, version, module, spender, owners, threshold } = contract;
  const spendLimit = limit === null ? null : toUnits(minorUnits(limit));
  return { walletId, address, owners, threshold, spendLimit, module, spender, type, version };
}

/** A decimal amount in minor units; 0 where it is none. */
export function minorUnits(amount: string): bigint {
  return parseAmount(amount) ?? 0n;
}
