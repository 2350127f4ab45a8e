import { LocalEvm } from '../../local/local-evm';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newAuthorization, openOn } from '../../testing/evm-chain';
import type { Logged } from '../../testing/evm-chain';
import { fundedWallet } from '../../testing/wallets';
import type { EvmChain } from '../evm-chain';
import { MULTICALL3 } from '../network';

/** The code of an account is asked for no more often. */
const CODE_MS = 30_000;
const DELEGATED = `0xef0100${MULTICALL3.slice(2).toLowerCase()}`;
const HAS_DELEGATED = `has delegated to ${MULTICALL3.toLowerCase()} (EIP-7702)`;

describeWithAnvil('who pays', () => {
  let local: LocalEvm;
  let chain: EvmChain;
  const logged: Logged[] = [];

  beforeAll(async () => {
    local = await LocalEvm.start('base');
    chain = await openOn(local, undefined, { logged, validityMs: 3_600_000 });
  });
  afterAll(() => local.stop());
  beforeEach(() => void (logged.length = 0));

  const pay = (given: Parameters<typeof newAuthorization>[2] = {}) => newAuthorization(local, chain, given);
  const precheck = (authorization = pay()) => chain.precheck(authorization, local.now());
  async function health(currency: 'USDC' | 'EURC' = 'USDC'): Promise<string> {
    const asked = { to: MULTICALL3, amount: '1', currency, candidates: ['base'] } as const;
    const [quote] = await chain.quote(asked);
    return quote?.health.status === 'down' ? quote.health.reason : 'up';
  }
  async function setCode(address: string, code: string): Promise<void> {
    await local.anvil.rpc('anvil_setCode', address, code);
    await local.pass(CODE_MS);
  }

  it('the treasury, on the blocklist of a token: the chain is down for that token, and the log says so once', async () => {
    await local.administer('USDC', 'blacklist', local.treasury.address);
    await local.pass(1_000);
    expect(await health()).toBe("the treasury is on USDC's blocklist");
    expect(await health('EURC')).toBe('up');
    expect(await precheck()).toBe('chain_unavailable');
    expect(await precheck(pay({ currency: 'EURC' }))).toBeNull();
    const wallet = await fundedWallet(local);
    await local.pass(1_000);
    expect(await precheck(pay({ payer: { wallet, approval: null } }))).toBeNull();
    expect(logged).toMatchObject([
      {
        level: 'error',
        message: expect.stringMatching(/^the treasury is on USDC's blocklist\. Payments are routed/) as string,
      },
    ]);
    await local.administer('USDC', 'unBlacklist', local.treasury.address);
    await local.pass(1_000);
    expect([await health(), await precheck()]).toEqual(['up', null]);
    expect(logged.at(-1)).toMatchObject({ level: 'warn', message: 'the treasury can pay again' });
  });

  it('a wallet, on the blocklist of a token: its payments are not sent', async () => {
    const wallet = await fundedWallet(local);
    await local.administer('USDC', 'blacklist', wallet.address);
    await local.pass(1_000);
    expect(await precheck(pay({ payer: { wallet, approval: null } }))).toBe('wallet_blocklisted');
    expect(await precheck(pay({ payer: { wallet, approval: null }, currency: 'EURC' }))).toBeNull();
    expect([await health(), await precheck()]).toEqual(['up', null]);
    expect(logged).toMatchObject([{ level: 'error', fields: { wallet: wallet.address, currency: 'USDC' } }]);
  });

  it('a wallet that is blocked while its payment is under way fails it with that reason', async () => {
    const wallet = await fundedWallet(local);
    await local.pass(1_000);
    const payment = pay({ payer: { wallet, approval: null } });
    const submission = await chain.assemble([payment], () => Promise.resolve([]));
    await local.administer('USDC', 'blacklist', wallet.address);
    await chain.broadcast(submission);
    await local.pass(1_000);
    const refusal = 'wallet_blocklisted';
    expect(await chain.observe(submission, [payment], local.now())).toMatchObject([{ state: 'reverted', refusal }]);
  });

  it('the treasury, with code: the start is refused, and a running chain goes down', async () => {
    await setCode(local.treasury.address, DELEGATED);
    const reason = `the treasury ${HAS_DELEGATED}, so tokens refuse its signatures`;
    expect([await health(), await health('EURC')]).toEqual([reason, reason]);
    expect(await precheck()).toBe('chain_unavailable');
    await expect(openOn(local)).rejects.toThrow(
      `base, endpoint endpoint 1: the treasury ${local.treasury.address} ${HAS_DELEGATED}. Revoke that`,
    );
    await setCode(local.treasury.address, '0x');
    expect([await health(), await precheck()]).toEqual(['up', null]);
  });

  it('a relayer, with code: the others send, and without others the chain is down', async () => {
    const [one, other] = local.relayers;
    await setCode(one.address, DELEGATED);
    expect(await health()).toBe('up');
    const senders = Array.from({ length: 4 }, () => pay().sender);
    expect(new Set(senders)).toEqual(new Set([other.address]));
    expect(await precheck(pay({ sender: one.address }))).toBe('chain_unavailable');
    await expect(openOn(local)).rejects.toThrow(`the relayer ${one.address} ${HAS_DELEGATED}`);
    await setCode(other.address, '0x6001');
    expect(await health()).toBe(`no relayer can send: ${one.address} ${HAS_DELEGATED}`);
    for (const { address } of local.relayers) await setCode(address, '0x');
    expect(await health()).toBe('up');
  });
});
