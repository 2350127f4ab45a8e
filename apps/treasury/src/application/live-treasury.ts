import type { Chain } from '@stablecoin/chains';
import { CHAIN_NAMES } from '@stablecoin/contracts';
import type { ChainName } from '@stablecoin/contracts';
import type { ServicePorts } from '@stablecoin/host';
import { treasuryStream } from '../domain/streams';
import { ChainBooks } from './chain-books';
import { ChainWatch } from './chain-watch';
import type { TreasuryHandler } from './handlers';
import { THRESHOLD_SCOPES } from '../domain/treasury';

/** The treasury with real money: its account, and its address on each chain. */
export interface LiveTreasury {
  readonly account: string;
  readonly on: (chain: ChainName) => Chain;
  /** The treasury's address on each chain that is configured. */
  readonly addresses: Readonly<Partial<Record<ChainName, string>>>;
}

/** The one that the configuration names; undefined where live mode has no chain. */
export function liveTreasury({
  configuration,
  liveChains,
}: Pick<ServicePorts, 'configuration' | 'liveChains'>): LiveTreasury | undefined {
  const { liveAccount: account } = configuration;
  if (liveChains === undefined || account === null) return undefined;
  const { router, treasuries } = liveChains;
  return { account, on: (chain) => router.on(chain), addresses: Object.fromEntries(treasuries) };
}

/** Watches a live treasury on every chain that is configured, each for itself. */
export function watchLiveTreasury(
  { account, on, addresses }: LiveTreasury,
  { clock, log, meter, configuration }: Pick<ServicePorts, 'clock' | 'log' | 'meter' | 'configuration'>,
  handler: TreasuryHandler,
): readonly ChainWatch[] {
  const tenant = { account, livemode: true };
  for (const scope of THRESHOLD_SCOPES) {
    meter.gauge('treasury_low', { scope }, async () => {
      const isLow = await handler.query(treasuryStream(tenant), ({ low }) => low.has(scope));
      return isLow === true ? 1 : 0;
    });
  }
  return CHAIN_NAMES.flatMap((chain) => {
    const address = addresses[chain];
    if (address === undefined) return [];
    const parts = { chain, adapter: on(chain), clock, log, meter };
    const { deposits: screens } = configuration.screening;
    const books = new ChainBooks({ ...parts, tenant, address, screens, handler });
    return [new ChainWatch({ ...parts, books, everyMs: configuration.treasuryLookMs })];
  });
}
