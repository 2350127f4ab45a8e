import { oneForAll } from './chain-router';
import { Chains } from './registry';
import { SimulatedChain } from './simulated/simulated-chain';

describe('Chains', () => {
  const sandbox = new SimulatedChain({ settlementMs: 0, validityMs: 5_000 });

  it('gives sandbox keys the simulated chain', () => {
    expect(new Chains(sandbox).forMode(false)?.on('base')).toBe(sandbox);
  });

  it('never gives live keys the simulated chain', () => {
    expect(new Chains(sandbox).forMode(true)).toBeUndefined();
  });

  it('gives live keys the chain that is configured for them', () => {
    const live = new SimulatedChain({ settlementMs: 0, validityMs: 5_000 });
    const chains = new Chains(sandbox, { router: oneForAll(live), treasuries: new Map([['base', '0x01']]) });
    expect(chains.forMode(true)?.on('base')).toBe(live);
    expect(chains.forMode(false)?.on('base')).toBe(sandbox);
    expect(chains.liveTreasury('base')).toBe('0x01');
    expect(chains.liveTreasury('solana')).toBeUndefined();
  });
});
