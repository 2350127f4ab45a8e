import { decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import type { Authorization, Observation } from '../transfers';
import { LocalEvm } from '../local/local-evm';
import { TOKEN_NAMES } from '../local/token';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { newAuthorization, openOn } from '../testing/evm-chain';
import { fundedWallet, signTyped } from '../testing/wallets';
import type { EvmChain } from './evm-chain';
import { TOKEN_ABI } from './abi';

const BLOCKED = '0x00000000000000000000000000000000000b10c4';
/** More blocks than finality takes. */
const BLOCKS = 4;

/** The adapter on the contracts that Circle publishes, in the place of our own. */
describeWithAnvil('the EVM adapter on the published USDC and EURC', () => {
  let local: LocalEvm;
  let chain: EvmChain;
  beforeAll(async () => {
    local = await LocalEvm.start('ethereum', { tokens: 'published' });
    chain = await openOn(local);
  });
  afterAll(() => local.stop());

  /** Sends them in one submission and observes it when it is final. */
  async function pay(authorizations: readonly Authorization[]): Promise<readonly Observation[]> {
    const submission = await chain.assemble(authorizations, () => Promise.resolve([]));
    await chain.broadcast(submission);
    for (let block = 0; block < BLOCKS; block++) await local.pass(1_000);
    return chain.observe(submission, authorizations, local.now());
  }

  const held = ({ currency, to }: Authorization) => local.balanceOf(currency, to);

  it('finds them under the names that they have on the public chain', async () => {
    for (const [currency, name] of Object.entries(TOKEN_NAMES.ethereum)) {
      const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'name' });
      const to = local.network.tokens[currency as 'USDC' | 'EURC'];
      const answer = (await local.anvil.rpc('eth_call', { to, data }, 'latest')) as Hex;
      expect(decodeFunctionResult({ abi: TOKEN_ABI, functionName: 'name', data: answer })).toBe(name);
    }
  });

  it('pays both, alone, with and without a memo, once', async () => {
    for (const currency of ['USDC', 'EURC'] as const) {
      for (const memo of [null, 'invoice 42 ✓']) {
        const each = newAuthorization(local, chain, { currency, memo });
        expect(await chain.precheck(each, local.now())).toBeNull();
        expect(await pay([each])).toMatchObject([{ state: 'final' }]);
        // Another relayer changes nothing.
        const { address: sender } = local.relayers[1];
        expect(await pay([{ ...each, sender }])).toMatchObject([{ state: 'final' }]);
        expect(await held(each)).toBe(BigInt(each.amount));
      }
    }
  });

  it('pays a batch but for the recipient whom the issuer has blocked since', async () => {
    await local.administer('USDC', 'blacklist', BLOCKED);
    await local.pass(1_000);
    const { address: sender } = local.relayers[0];
    const good = Array.from({ length: 9 }, () => newAuthorization(local, chain, { sender, memo: 'of ten' }));
    const blocked = newAuthorization(local, chain, { sender, to: BLOCKED });
    expect(await chain.precheck(blocked, local.now())).not.toBeNull();
    const seen = await pay([...good.slice(0, 4), blocked, ...good.slice(4)]);
    expect(seen.map(({ state }) => state)).toEqual([
      ...good.slice(0, 4).map(() => 'final'),
      'reverted',
      ...good.slice(4).map(() => 'final'),
    ]);
    for (const each of good) expect(await held(each)).toBe(BigInt(each.amount));
    expect(await held(blocked)).toBe(0n);
  });

  it('pays nothing while the token is paused, and the same authorization afterwards', async () => {
    const each = newAuthorization(local, chain);
    await local.administer('USDC', 'pause');
    await local.pass(1_000);
    expect(await chain.precheck(each, local.now())).not.toBeNull();
    expect(await pay([each])).toMatchObject([{ state: 'reverted', final: false }]);
    await local.administer('USDC', 'unpause');
    await local.pass(1_000);
    expect(await pay([each])).toMatchObject([{ state: 'final' }]);
    expect(await held(each)).toBe(BigInt(each.amount));
  });

  it('pays from a wallet, within its limit and by the word of its owners', async () => {
    const wallet = await fundedWallet(local, { spendLimit: '20000000' });
    await local.pass(1_000);
    const within = newAuthorization(local, chain, { payer: { wallet, approval: null } });
    expect(await pay([within])).toMatchObject([{ state: 'final' }]);
    const above = newAuthorization(local, chain, { amount: '500000000' });
    const { typedData } = chain.wallets!.approval(wallet, { ...above, paymentId: above.id });
    const signature = await signTyped(local.approver, typedData);
    const approval = [{ owner: local.approver.address, signature }];
    expect(await pay([{ ...above, payer: { wallet, approval } }])).toMatchObject([{ state: 'final' }]);
    expect([await held(within), await held(above)]).toEqual([12_500_000n, 500_000_000n]);
  });

  it('sees a mint as a deposit, and what an address holds', async () => {
    const question = { chain: 'ethereum', addresses: [local.treasury.address] } as const;
    const { cursor: after } = await chain.balances(question);
    await local.administer('EURC', 'mint', local.treasury.address, 77n);
    for (let block = 0; block < BLOCKS; block++) await local.pass(1_000);
    expect((await chain.deposits({ ...question, after, limit: 10 })).deposits).toMatchObject([
      { to: local.treasury.address, currency: 'EURC', amount: '77' },
    ]);
  });
});
