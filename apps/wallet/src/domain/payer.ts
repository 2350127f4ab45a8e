import type { WalletState } from './wallet';
import type { FundsReserved } from './wallet-events';

/** The wallet on chain that pays, and on whose word; nothing in the sandbox. */
export function payerOf(
  { profile }: WalletState,
  approval: NonNullable<FundsReserved['data']['payer']>['approval'],
): Pick<FundsReserved['data'], 'payer'> {
  return profile?.contract === undefined ? {} : { payer: { wallet: profile.contract, approval } };
}
