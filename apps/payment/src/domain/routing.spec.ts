import { quote } from '../testing/payments';
import { availableChains, rankCandidates, unavailableMessage, withoutChain } from './routing';

describe('Routing: `auto` puts the candidate chains in order of cost, time and health', () => {
  const chains = (...quotes: Parameters<typeof rankCandidates>[0]) => rankCandidates(quotes).map(({ chain }) => chain);

  it('takes the cheapest first, however slow it is', () => {
    const dear = quote('base', { fee: '20', settlementMs: 100 });
    const cheap = quote('ethereum', { fee: '3', settlementMs: 12_000 });
    expect(chains(dear, cheap)).toEqual(['ethereum', 'base']);
  });

  it('compares fees as numbers of any size, not as text', () => {
    expect(chains(quote('base', { fee: '9007199254740993' }), quote('ethereum', { fee: '9007199254740992' }))).toEqual([
      'ethereum',
      'base',
    ]);
    expect(chains(quote('base', { fee: '10' }), quote('ethereum', { fee: '9' }))).toEqual(['ethereum', 'base']);
  });

  it('takes the faster of two equally cheap ones', () => {
    expect(chains(quote('ethereum', { settlementMs: 12_000 }), quote('base', { settlementMs: 2_000 }))).toEqual([
      'base',
      'ethereum',
    ]);
  });

  it('keeps the order base, ethereum where cost and time are equal', () => {
    expect(chains(quote('base'), quote('ethereum'))).toEqual(['base', 'ethereum']);
  });

  it('puts a chain that is down last and does not ask for it', () => {
    const candidates = rankCandidates([quote('base', { down: 'maintenance' }), quote('ethereum', { fee: '99' })]);
    expect(candidates).toEqual([
      { chain: 'ethereum', verdict: 'ok', reason: 'available', fee: '99', settlementMs: 2_000 },
      { chain: 'base', verdict: 'chain_unavailable', reason: 'maintenance', fee: '0', settlementMs: 2_000 },
    ]);
    expect(availableChains(candidates)).toEqual(['ethereum']);
  });

  it('goes on without a chain that went down later', () => {
    const candidates = withoutChain(rankCandidates([quote('base'), quote('ethereum')]), 'base', 'no blocks');
    expect(availableChains(candidates)).toEqual(['ethereum']);
    expect(candidates.at(-1)).toMatchObject({ chain: 'base', verdict: 'chain_unavailable', reason: 'no blocks' });
  });
});

describe('422 chain_unavailable', () => {
  const down = rankCandidates([quote('base', { down: 'maintenance' })]);

  it('advises a client that asked for a chain to retry with chain auto', () => {
    expect(unavailableMessage('base', down)).toBe(
      'The selected chain is temporarily unavailable: base (maintenance). Retry with chain "auto".',
    );
  });

  it('does not advise that to a client that did so', () => {
    expect(unavailableMessage('auto', down)).not.toContain('auto');
  });
});
