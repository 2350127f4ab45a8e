import { Chains, Journal, SimulatedChain } from '@stablecoin/chains';
import type { Clock } from '@stablecoin/event-sourcing';
import type { Configuration } from '@stablecoin/platform';

/** The chains that the configuration names: the simulated ones of the sandbox, and none for live mode yet. */
export function openChains(configuration: Configuration, clock: Clock): Chains {
  const { sandboxSettlementMs: settlementMs, sandboxValidityMs: validityMs, sandboxChainJournal } = configuration;
  if (sandboxChainJournal === null) return new Chains(new SimulatedChain({ settlementMs, validityMs }));
  const journal = new Journal(sandboxChainJournal, () => clock.now());
  return new Chains(new SimulatedChain({ settlementMs, validityMs, journal }));
}
