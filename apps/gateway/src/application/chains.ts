import type { Tenant } from '@stablecoin/contracts';
import type { ChainName } from '@stablecoin/money';
import { ApiError } from '@stablecoin/platform';

/**
 * Refuses a payment on a chain that is not configured, before anything else happens (API decisions, Live keys): the
 * sandbox has every chain, and live mode has none yet.
 *
 * @throws ApiError `chain_unavailable`
 */
export function requireChain({ livemode }: Tenant, chain: ChainName | 'auto'): void {
  if (!livemode) return;
  const subject = chain === 'auto' ? 'No chain' : `The chain ${chain}`;
  const is = chain === 'auto' ? 'is' : 'is not';
  throw new ApiError('chain_unavailable', `${subject} ${is} configured for live mode.`, { param: 'chain' });
}

/**
 * Refuses programmable wallets where they would be no more than keys of ours (API decisions, Live keys).
 *
 * @throws ApiError `chain_unavailable`
 */
export function requireWallets({ livemode }: Tenant): void {
  if (livemode) throw new ApiError('chain_unavailable', 'Programmable wallets are not yet available in live mode.');
}
