import type {
  ChainBalances,
  CurrencyBalances,
  TreasuryBalance,
  TreasurySettings,
  ChainName,
  Currency,
  Units,
} from '@stablecoin/contracts';
import { CHAIN_NAMES, formatAmount } from '@stablecoin/contracts';
import { balancesFrom } from '../domain/treasury';
import type { Balances, LowBalanceReached, ThresholdScope } from '../domain/treasury';

type Buckets = Pick<LowBalanceReached['data'], 'available' | 'reserved' | 'held'>;

const NOTHING = balancesFrom(() => '0');

/**
 * The treasury as the API shows it. Its balance is available plus reserved, so both maps add up to the totals (API decisions,
 * Balances). The chain holds this and what is held.
 *
 * @param at - time of the balances, in milliseconds since the epoch
 */
export function balanceResource({ available, reserved, held = NOTHING }: Buckets, at: number): TreasuryBalance {
  const balance = (chain: ChainName, currency: Currency): bigint =>
    BigInt(available[chain][currency]) + BigInt(reserved[chain][currency]);
  const total = (currency: Currency): string =>
    formatAmount(CHAIN_NAMES.reduce((sum, chain) => sum + balance(chain, currency), 0n));
  return {
    usdc: total('USDC'),
    eurc: total('EURC'),
    chains: {
      base: formatAmount(balance('base', 'USDC')),
      ethereum: formatAmount(balance('ethereum', 'USDC')),
      solana: formatAmount(balance('solana', 'USDC')),
    },
    available: chainBalances(available),
    reserved: chainBalances(reserved),
    held: chainBalances(held),
    as_of: new Date(at).toISOString(),
  };
}

/** The settings as the API shows them; a scope without a threshold is null. */
export function settingsResource(thresholds: ReadonlyMap<ThresholdScope, bigint>): TreasurySettings {
  const threshold = (scope: ThresholdScope): string | null => {
    const amount = thresholds.get(scope);
    return amount === undefined ? null : formatAmount(amount);
  };
  return {
    low_balance: {
      total: threshold('total'),
      chains: { base: threshold('base'), ethereum: threshold('ethereum'), solana: threshold('solana') },
    },
  };
}

/** Minor units as the API writes them. */
export function decimal(units: Units): string {
  return formatAmount(BigInt(units));
}

/** Balances as the API shows them. */
export function chainBalances(balances: Balances): ChainBalances {
  const ofChain = (chain: ChainName): CurrencyBalances => ({
    usdc: decimal(balances[chain].USDC),
    eurc: decimal(balances[chain].EURC),
  });
  return { base: ofChain('base'), ethereum: ofChain('ethereum'), solana: ofChain('solana') };
}
