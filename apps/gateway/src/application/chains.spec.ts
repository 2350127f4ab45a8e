import { readConfiguration } from '@stablecoin/host';
import { requireChain } from './chains';

const LIVE = { account: 'acme', livemode: true };
const screening = { SCREENING_KYC: 'none', SCREENING_TRAVEL_RULE: 'none' };
const evm = { ...screening, EVM_TREASURY_SIGNER: 'env:A', EVM_RELAYER_SIGNERS: 'env:B', LIVE_ACCOUNT: 'acme' };
const onBase = readConfiguration({ ...evm, BASE_RPC_URLS: 'https://a.example' });

describe('Live keys', () => {
  it('a chain that is configured may be paid on, alone or as one of several', () => {
    requireChain(LIVE, onBase, ['base']);
    requireChain(LIVE, onBase, ['base', 'ethereum']);
  });

  it.each([
    [['ethereum'] as const, 'The chain ethereum is not configured for live mode.'],
    [['solana'] as const, 'The chain solana is not configured for live mode.'],
  ])('a chain that is not configured is refused: %s', (candidates, message) => {
    expect(() => requireChain(LIVE, onBase, candidates)).toThrow(message);
  });

  it('without a chain of the mode no chain is allowed', () => {
    const none = readConfiguration({ LIVE_ACCOUNT: 'acme' });
    expect(() => requireChain(LIVE, none, ['base', 'ethereum'])).toThrow('No chain for this payment is configured');
  });

  it('live mode pays for one account', () => {
    expect(() => requireChain({ ...LIVE, account: 'globex' }, onBase, ['base'])).toThrow(
      'Live mode serves one account',
    );
  });

  it('the sandbox has every chain, for everybody', () => {
    requireChain({ account: 'globex', livemode: false }, onBase, ['solana']);
  });
});
