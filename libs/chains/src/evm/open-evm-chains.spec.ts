import { describeWithAnvil } from '../testing/describe-with-anvil';
import { LocalEvm } from '../local/local-evm';
import { openEvmChains } from './open-evm-chains';

const KEYS = { A_TREASURY: '51'.repeat(32), A_RELAYER: '52'.repeat(32) };
const log = { warn: () => undefined, error: () => undefined };

describeWithAnvil('openEvmChains', () => {
  let local: LocalEvm;
  beforeAll(async () => {
    local = await LocalEvm.start('base');
  });
  afterAll(() => local.stop());

  function settings(given: object = {}) {
    return {
      network: 'local' as const,
      rpcUrls: { base: [local.anvil.url] },
      tokens: { base: local.network.tokens },
      treasurySigner: { kind: 'env' as const, variable: 'A_TREASURY' },
      relayerSigners: [{ kind: 'env' as const, variable: 'A_RELAYER' }],
      validityMs: 600_000,
      etherPrice: 4_000_000_000n,
      maxFeePerGas: 10n ** 11n,
      rpcDeadlineMs: 2_000,
      ...given,
    };
  }

  const open = (given?: object) => openEvmChains(settings(given), { env: KEYS, log, now: () => local.now() });

  it('opens the chains that have endpoints', async () => {
    const chains = await open();
    expect([...chains.keys()]).toEqual(['base']);
    const quotes = await chains.get('base')?.quote({ to: '', amount: '1', currency: 'USDC', candidates: ['base'] });
    expect(quotes).toMatchObject([{ health: { status: 'up' } }]);
  });

  it('wants two endpoints where money is real', async () => {
    await expect(open({ network: 'mainnet' })).rejects.toThrow('base needs two endpoints or more on mainnet');
  });

  it('wants an account of its own for the treasury and for every relayer', async () => {
    const variable = (name: string) => ({ kind: 'env', variable: name });
    for (const relayerSigners of [[variable('A_TREASURY')], [variable('A_RELAYER'), variable('A_RELAYER')]]) {
      await expect(open({ relayerSigners })).rejects.toThrow('need an account of their own');
    }
  });
});
