import { Chains, Journal, SimulatedChain } from '@stablecoin/chains';
import type { ServicePorts } from '@stablecoin/host';

/** The chains of both modes: the simulated one of the sandbox, and the real ones that are configured. */
export function openChains({
  configuration,
  clock,
  liveChains,
}: Pick<ServicePorts, 'configuration' | 'clock' | 'liveChains'>): Chains {
  const { sandboxSettlementMs: settlementMs, sandboxValidityMs: validityMs, sandboxChainJournal } = configuration;
  const journal = sandboxChainJournal === null ? {} : { journal: new Journal(sandboxChainJournal, () => clock.now()) };
  return new Chains(new SimulatedChain({ settlementMs, validityMs, ...journal }), liveChains);
}
