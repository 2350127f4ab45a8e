import type { ChainName, Tenant } from '@stablecoin/contracts';
import { ApiError } from '@stablecoin/contracts';
import type { Configuration } from '@stablecoin/host';

/** What live mode can do, by the configuration. */
export type LiveMode = Pick<Configuration, 'liveChains' | 'liveAccount'>;

/**
 * Rejects a payment that no chain can make (API decisions, Live keys). The sandbox has every chain. Live mode has the
 * configured chains, and serves one account.
 *
 * @param candidates - chains that the payment may use; at least one
 * @throws ApiError `chain_unavailable`
 */
export function requireChain(
  { account, livemode }: Tenant,
  { liveChains, liveAccount }: LiveMode,
  candidates: readonly ChainName[],
): void {
  if (!livemode) return;
  const { evm, solana } = liveChains;
  const isConfigured = (chain: ChainName): boolean =>
    chain === 'solana' ? solana !== null : (evm?.rpcUrls[chain] ?? []).length > 0;
  if (!candidates.some(isConfigured)) {
    const [first] = candidates;
    const subject = candidates.length === 1 ? `The chain ${first} is not` : 'No chain for this payment is';
    throw new ApiError('chain_unavailable', `${subject} configured for live mode.`, { param: 'chain' });
  }
  if (account !== liveAccount) {
    const message = 'Live mode serves one account, and this key belongs to another one.';
    throw new ApiError('chain_unavailable', message, { param: 'chain' });
  }
}
