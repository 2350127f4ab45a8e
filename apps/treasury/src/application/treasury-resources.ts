import type { ChainBalances, CurrencyBalances, TreasuryBalance, TreasurySettings } from '@stablecoin/contracts';
import { CHAIN_NAMES, formatAmount } from '@stablecoin/money';
import type { ChainName, Currency, Units } from '@stablecoin/money';
import type { Balances, Scope } from '../domain/treasury';

/**
 * The treasury as the API shows it. The balance on chain is available plus reserved, so both maps add up to the totals
 * (API decisions, Balances).
 *
 * @param at - time of the balances, in milliseconds since the epoch
 */
export function treasuryBalance(available: Balances, reserved: Balances, at: number): TreasuryBalance {
  const onChain = (chain: ChainName, currency: Currency): bigint =>
    BigInt(available[chain][currency]) + BigInt(reserved[chain][currency]);
  const total = (currency: Currency): string =>
    formatAmount(CHAIN_NAMES.reduce((sum, chain) => sum + onChain(chain, currency), 0n));
  return {
    usdc: total('USDC'),
    eurc: total('EURC'),
    chains: {
      base: formatAmount(onChain('base', 'USDC')),
      ethereum: formatAmount(onChain('ethereum', 'USDC')),
      solana: formatAmount(onChain('solana', 'USDC')),
    },
    available: chainBalances(available),
    reserved: chainBalances(reserved),
    as_of: new Date(at).toISOString(),
  };
}

/** The settings as the API shows them; a scope without a threshold is null. */
export function treasurySettings(thresholds: ReadonlyMap<Scope, bigint>): TreasurySettings {
  const threshold = (scope: Scope): string | null => {
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
