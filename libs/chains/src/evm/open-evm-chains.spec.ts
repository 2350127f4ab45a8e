import { describeWithAnvil } from '../testing/describe-with-anvil';
import { LocalEvm } from '../local/local-evm';
import { openEvmChains } from './open-evm-chains';

const KEYS = {
  A_TREASURY: '51'.repeat(32),
  A_RELAYER: '52'.repeat(32),
  A_SPENDER: '56'.repeat(32),
  AN_APPROVER: '57'.repeat(32),
};
const variable = (name: string) => ({ kind: 'env' as const, variable: name });
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
    for (const relayerSigners of [[variable('A_TREASURY')], [variable('A_RELAYER'), variable('A_RELAYER')]]) {
      await expect(open({ relayerSigners })).rejects.toThrow('need separate accounts');
    }
  });

  it('has wallets where there is a spender, with an operator where there is an approval signer', async () => {
    expect((await open()).get('base')?.wallets).toBeNull();
    const spenderSigner = variable('A_SPENDER');
    expect((await open({ spenderSigner })).get('base')?.wallets).toMatchObject({ operator: null });
    const both = await open({ spenderSigner, approvalSigner: variable('AN_APPROVER') });
    expect(both.get('base')?.wallets).toMatchObject({ operator: local.approver.address });
  });

  it('wants a spender that is neither the approver nor anybody else who signs', async () => {
    const [spender, approver] = [variable('A_SPENDER'), variable('AN_APPROVER')];
    await expect(open({ spenderSigner: spender, approvalSigner: spender })).rejects.toThrow(
      'EVM_SPENDER_SIGNER and EVM_APPROVAL_SIGNER name the same key',
    );
    for (const name of ['A_TREASURY', 'A_RELAYER']) {
      const spenderSigner = variable(name);
      await expect(open({ spenderSigner, approvalSigner: approver })).rejects.toThrow(
        'EVM_SPENDER_SIGNER names the key',
      );
      const approvalSigner = variable(name);
      await expect(open({ spenderSigner: spender, approvalSigner })).rejects.toThrow(
        'EVM_APPROVAL_SIGNER names the key',
      );
    }
  });
});
