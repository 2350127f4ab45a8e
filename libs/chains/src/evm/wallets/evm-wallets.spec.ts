import { decodeFunctionData, encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import type { Authorization, Submission } from '../../transfers';
import type { OwnerSignature, Payer, WalletContract } from '../../chain-wallets';
import { MalformedSignatureError } from '../../chain-wallets';
import { LocalEvm } from '../../local/local-evm';
import { httpTransport } from '../../rpc/rpc-endpoint';
import type { Signer } from '../../signer/signer';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newAuthorization, newRecipient, openOn, transportOf } from '../../testing/evm-chain';
import { FaultyTransport } from '../../testing/faulty-transport';
import {
  STRANGER,
  deployWallet,
  execBySafe,
  fundedWallet,
  newWallet,
  payCall,
  sendIn,
  signTyped,
} from '../../testing/wallets';
import { MULTICALL_ABI } from '../abi';
import type { EvmChain } from '../evm-chain';
import { KeySigner } from '../signer/key-signer';
import { readTransaction } from '../transaction';
import { authorizationNonce } from '../transfer';
import { MODULE, MODULE_ABI } from './contracts';

const DAY_MS = 86_400_000;
const keyOf = (seed: number) => new KeySigner(Buffer.alloc(32, seed));
const owners = [keyOf(1), keyOf(2), keyOf(3)] as const;
const TWO_OF_THREE = { owners: owners.map(({ address }) => address), threshold: 2 };

describeWithAnvil('wallets on an EVM chain', () => {
  let local: LocalEvm;
  let chain: EvmChain;

  beforeAll(async () => {
    local = await LocalEvm.start('base');
  });
  afterAll(() => local.stop());
  beforeEach(async () => {
    chain = await openOn(local);
  });

  const wallets = () => chain.wallets!;
  const paymentOf = (payer: Payer, given: Partial<Authorization> = {}) =>
    newAuthorization(local, chain, { sender: local.relayers[0].address, payer, ...given });
  const within = (wallet: WalletContract, given: Partial<Authorization> = {}) =>
    paymentOf({ wallet, approval: null }, given);

  /** A payment that these owners have approved. */
  async function approved(
    wallet: WalletContract,
    by: readonly Signer[],
    given: Partial<Authorization> = {},
  ): Promise<Authorization> {
    const payment = within(wallet, given);
    const { typedData } = wallets().approval(wallet, { ...payment, paymentId: payment.id });
    const approval: OwnerSignature[] = [];
    for (const owner of by) approval.push({ owner: owner.address, signature: await signTyped(owner, typedData) });
    return { ...payment, payer: { wallet, approval } };
  }

  async function send(payments: readonly Authorization[]): Promise<Submission> {
    const submission = await chain.assemble(payments, () => Promise.resolve([]));
    await chain.broadcast(submission);
    await local.pass(1_000);
    return submission;
  }

  async function statesOf(payments: readonly Authorization[]): Promise<readonly string[]> {
    const seen = await chain.observe(await send(payments), payments, local.now());
    return seen.map(({ state }) => state);
  }

  const untilFinal = async (): Promise<void> => {
    for (let block = 0; block < 5; block++) await local.pass(1_000);
  };

  /** The calls that a submission carries to Multicall3. */
  const callsIn = ({ bytes }: Submission) => {
    const { args } = decodeFunctionData({ abi: MULTICALL_ABI, data: readTransaction(bytes).data });
    return args[0] as readonly { readonly target: Hex; readonly callData: Hex }[];
  };

  it('receive before they are deployed, and are deployed by their first payment, beside payments of the treasury', async () => {
    const [one, other] = [await fundedWallet(local), await fundedWallet(local, TWO_OF_THREE)];
    expect(await wallets().isDeployed(one)).toBe(false);
    const payments = [
      within(one),
      newAuthorization(local, chain, { sender: local.relayers[0].address, memo: 'of the treasury' }),
      within(one, { currency: 'EURC', memo: 'of a wallet' }),
      await approved(other, [owners[2], owners[0]], { amount: '900000000' }),
    ];
    const submission = await send(payments);
    // Each wallet is created once, before its first payment.
    expect(callsIn(submission)).toHaveLength(payments.length + 2);
    await untilFinal();
    const seen = await chain.observe(submission, payments, local.now());
    expect(seen.map(({ state }) => state)).toEqual(payments.map(() => 'final'));
    for (const { to, currency, amount } of payments) expect(await local.balanceOf(currency, to)).toBe(BigInt(amount));
    expect(await wallets().isDeployed(one)).toBe(true);
    const again = await send([within(one, { amount: '1' })]);
    expect(callsIn(again)).toHaveLength(1);
  });

  it('lose nothing when somebody else deploys them first, and neither do the payments beside them', async () => {
    const wallet = await fundedWallet(local);
    const payments = [within(wallet), newAuthorization(local, chain, { sender: local.relayers[0].address })];
    const submission = await chain.assemble(payments, () => Promise.resolve([]));
    await deployWallet(local, wallet);
    await chain.broadcast(submission);
    await local.pass(1_000);
    const seen = await chain.observe(submission, payments, local.now());
    expect(seen.map(({ state }) => state)).toEqual(['confirmed', 'confirmed']);
  });

  it('are created by each payment until a final block has them, so that no reorganisation leaves a payment without', async () => {
    const wallet = await fundedWallet(local);
    await untilFinal();
    const first = within(wallet, { amount: '1' });
    const created = await send([first]);
    const second = within(wallet, { amount: '2', sender: local.relayers[1].address });
    const submission = await chain.assemble([second], () => Promise.resolve([]));
    await local.reorganise(1);
    await local.dropPool();
    expect(await chain.observe(created, [first], local.now())).toEqual([{ state: 'unknown' }]);
    await chain.broadcast(submission);
    await local.pass(1_000);
    expect(await chain.observe(submission, [second], local.now())).toMatchObject([{ state: 'confirmed' }]);
    await chain.broadcast(created);
    await local.pass(1_000);
    expect(await chain.observe(created, [first], local.now())).toMatchObject([{ state: 'confirmed' }]);
    expect(await local.balanceOf('USDC', wallet.address)).toBe(1_000_000_000n - 3n);
  });

  it('an approval is settled by what a majority says of its transfer', async () => {
    const http = httpTransport(local.anvil.url);
    const [one, other, liar] = [new FaultyTransport(http), new FaultyTransport(http), new FaultyTransport(http)];
    chain = await openOn(local, [one.transport, other.transport, liar.transport]);
    const wallet = await fundedWallet(local, TWO_OF_THREE);
    const payment = await approved(wallet, [owners[0], owners[2]]);
    const submission = await send([payment]);
    const hide = (_: string, result: unknown) =>
      typeof result === 'object' && result !== null && 'logs' in result ? { ...result, logs: [] } : result;
    liar.lie = hide;
    expect(await chain.observe(submission, [payment], local.now())).toMatchObject([{ state: 'confirmed' }]);
    other.lie = hide;
    await untilFinal();
    // Only all of them together could give its money back.
    expect(await chain.observe(submission, [payment], local.now())).toEqual([{ state: 'unknown', isDisputed: true }]);
    other.lie = (_, result) => result;
    expect(await chain.observe(submission, [payment], local.now())).toMatchObject([{ state: 'final' }]);
  });

  it('cannot burn the gas of the payments beside them, whatever their owners make of them', async () => {
    const [wallet, approving] = [await fundedWallet(local), await fundedWallet(local, { threshold: 1 })];
    for (const each of [wallet, approving]) {
      await deployWallet(local, each);
      // An endless loop: JUMPDEST, PUSH1 0, JUMP.
      await local.anvil.rpc('anvil_setCode', each.address, '0x5b600056');
    }
    const payments = [
      within(wallet),
      await approved(approving, [local.approver]),
      newAuthorization(local, chain, { sender: local.relayers[0].address }),
    ];
    expect(await statesOf(payments)).toEqual(['reverted', 'reverted', 'confirmed']);
  });

  it('are stopped by the chain above the limit, and that is told before and after sending', async () => {
    const wallet = await fundedWallet(local);
    const first = within(wallet, { amount: '60000000' });
    const second = within(wallet, { amount: '60000000' });
    for (const each of [first, second]) expect(await chain.precheck(each, local.now())).toBeNull();
    const submission = await send([first, second]);
    expect(await chain.observe(submission, [first, second], local.now())).toMatchObject([
      { state: 'confirmed' },
      { state: 'reverted', final: false, refusal: 'spend_limit_onchain' },
    ]);
    expect(await chain.precheck(within(wallet, { amount: '40000001' }), local.now())).toBe('spend_limit_onchain');
    expect(await chain.precheck(within(wallet, { amount: '40000000' }), local.now())).toBeNull();
    expect(await chain.precheck(within(newWallet(local), { amount: '100000001' }), local.now())).toBe(
      'spend_limit_onchain',
    );
    await local.pass(DAY_MS);
    expect(await chain.precheck(within(wallet, { amount: '100000000' }), local.now())).toBeNull();
  });

  it('are stopped by the chain above the limit, and that is told days later as well', async () => {
    const wallet = await fundedWallet(local);
    const payments = [within(wallet, { amount: '60000000' }), within(wallet, { amount: '60000000' })];
    const submission = await send(payments);
    await local.pass(2 * DAY_MS);
    await untilFinal();
    // The limit would allow it by now.
    expect(await chain.precheck(within(wallet, { amount: '60000000' }), local.now())).toBeNull();
    expect(await chain.observe(submission, payments, local.now())).toMatchObject([
      { state: 'final' },
      { state: 'reverted', final: true, refusal: 'spend_limit_onchain' },
    ]);
  });

  it('pay above the limit what enough of their owners have signed, and nothing else', async () => {
    const wallet = await fundedWallet(local, TWO_OF_THREE);
    const big = { amount: '500000000' } as const;
    const good = await approved(wallet, [owners[1], owners[2]], big);
    expect(await chain.precheck(good, local.now())).toBeNull();
    const { approval } = good.payer!;
    const wrong: readonly Authorization[] = [
      await approved(wallet, [owners[0]], big),
      await approved(wallet, [owners[0], local.spender], big),
      await approved(wallet, [owners[0], owners[0]], big),
      { ...good, id: `${good.id}_other` },
      { ...good, amount: '500000001' },
      { ...good, to: newRecipient() },
      { ...good, currency: 'EURC' },
      { ...good, validUntil: good.validUntil + 1_000 },
      { ...good, payer: { wallet, approval: approval!.map((each) => ({ ...each, owner: owners[0].address })) } },
    ];
    for (const each of wrong) expect(await chain.precheck(each, local.now())).toBe('wallet_policy_changed');
    const unlike = wrong.filter(({ id }) => id !== good.id);
    expect(new Set(await statesOf(unlike))).toEqual(new Set(['reverted']));
    expect(await statesOf([good])).toEqual(['confirmed']);
    expect(await statesOf([good])).toEqual(['confirmed']);
    expect(await local.balanceOf('USDC', wallet.address)).toBe(500_000_000n);
  });

  it('one that owners have made is followed under no other guard before it is final: it would be paid again', async () => {
    const wallet = await fundedWallet(local, { ...TWO_OF_THREE, spendLimit: '100000000' });
    await untilFinal();
    const payment = await approved(wallet, [owners[0], owners[1]], { amount: '7' });
    const { chain: name, to, amount, currency } = payment;
    const asked = { chain: name, to, amount, currency, onchainId: { hashOf: payment.id }, areRecordsMissing: true };
    await send([payment]);
    expect(await chain.earlierUse({ ...asked, wallet })).toMatchObject({ state: 'recent', isGuarded: false });
    // The module has a nonce of its own, and has not used it.
    expect(await statesOf([within(wallet, { id: payment.id, to, amount: '7' })])).toEqual(['confirmed']);

    const ofTreasury = newAuthorization(local, chain, { sender: local.relayers[0].address });
    await send([ofTreasury]);
    const { id, ...rest } = ofTreasury;
    const same = { ...asked, to: rest.to, amount: rest.amount, onchainId: { hashOf: id }, wallet: null };
    expect(await chain.earlierUse(same)).toMatchObject({ state: 'recent', isGuarded: true });
    expect(await chain.earlierUse({ ...same, currency: 'EURC' })).toMatchObject({ isGuarded: false });
  });

  it('a payment whose nonce the owners use for another transfer is never called settled', async () => {
    const wallet = await fundedWallet(local, TWO_OF_THREE);
    await local.pass(1_000);
    const payment = await approved(wallet, [owners[0], owners[1]], { amount: '200000000' });
    const submission = await chain.assemble([payment], () => Promise.resolve([]));
    for (const other of [{ to: newRecipient() }, { amount: '1' as const }]) {
      const snapshot = await local.anvil.rpc('evm_snapshot');
      const forged = await approved(wallet, [owners[0], owners[1]], { ...payment, ...other });
      await send([forged]);
      expect(await chain.observe(submission, [payment], local.now())).toEqual([{ state: 'unknown' }]);
      expect(await chain.observe({ ...submission }, [forged], local.now())).toMatchObject([{ state: 'confirmed' }]);
      await untilFinal();
      expect(await chain.observe(submission, [payment], local.now())).toEqual([{ state: 'expired' }]);
      await local.anvil.rpc('evm_revert', snapshot);
    }
  });

  it('pay with as many owners as a wallet may have, and the longest memo', async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => keyOf(index + 1));
    const wallet = await fundedWallet(local, { owners: twenty.map(({ address }) => address), threshold: 20 });
    const payments = [
      await approved(wallet, twenty, { memo: 'm'.repeat(256) }),
      within(wallet, { memo: 'm'.repeat(256) }),
    ];
    expect(await statesOf(payments)).toEqual(['confirmed', 'confirmed']);
  });

  it('show what owners sign: the transfer, and the message of the Safe that holds its digest', async () => {
    const wallet = wallets().contractOf({ walletId: 'wlt_shown', spendLimit: null, ...TWO_OF_THREE });
    const validUntil = wallets().approvalValidUntil(local.now());
    const request = { paymentId: 'pay_1', to: newRecipient(), currency: 'EURC', amount: '7', validUntil } as const;
    const approval = wallets().approval(wallet, request);
    expect(JSON.parse(JSON.stringify(approval))).toEqual(approval);
    expect(approval.authorization).toMatchObject({
      domain: { name: 'EURC', version: '2', chainId: 8_453, verifyingContract: local.network.tokens.EURC },
      primaryType: 'TransferWithAuthorization',
      message: { from: wallet.address, value: '7', nonce: authorizationNonce({ id: 'pay_1' }) },
    });
    expect(approval.typedData).toMatchObject({
      domain: { chainId: 8_453, verifyingContract: wallet.address },
      primaryType: 'SafeMessage',
    });
    const signature = await signTyped(owners[0], approval.typedData);
    expect(await wallets().recover(approval, signature)).toBe(owners[0].address);
    const zeroBased = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`;
    expect(await wallets().recover(approval, zeroBased)).toBe(owners[0].address);
    for (const malformed of [
      '',
      '0x',
      signature.slice(0, -2),
      `${signature.slice(0, -2)}1f`,
      `0x${'00'.repeat(64)}1b`,
    ]) {
      await expect(wallets().recover(approval, malformed)).rejects.toThrow(MalformedSignatureError);
    }
    const mine = wallets().contractOf({ ...wallet, owners: [local.approver.address], threshold: 1 });
    const byOperator = await wallets().signAsOperator(mine, approval);
    expect(await wallets().recover(approval, byOperator.signature)).toBe(local.approver.address);
    await expect(wallets().signAsOperator(wallet, approval)).rejects.toThrow('the operator is no owner of the wallet');
  });

  it.each([
    ['owners', { owners: [] }],
    ['owners', { owners: [owners[0].address, owners[0].address.toLowerCase()] }],
    ['owners', { owners: ['0x0000000000000000000000000000000000000001'] }],
    ['owners', { owners: ['not an address'] }],
    ['owners', { owners: Array.from({ length: 21 }, (_, i) => `0x${String(i + 100).padStart(40, '0')}`) }],
    ['threshold', { threshold: 0 }],
    ['threshold', { threshold: 4 }],
    ['threshold', { threshold: 1.5 }],
    ['spendLimit', { spendLimit: '79228162514264337593543950335' as const }],
  ])('refuse %s that no wallet can have: %j', (part, given) => {
    const policy = { walletId: 'wlt_x', spendLimit: '1' as const, ...TWO_OF_THREE };
    expect(() => wallets().contractOf({ ...policy, ...given })).toThrow(expect.objectContaining({ part }) as Error);
  });

  it('refuse the spender among the owners', () => {
    const policy = { walletId: 'wlt_x', spendLimit: null, owners: [local.spender.address], threshold: 1 };
    expect(() => wallets().contractOf(policy)).toThrow('cannot approve what is above it');
  });

  it('have an address that follows from every part of their policy', () => {
    const policy = { walletId: 'wlt_a', spendLimit: '100' as const, ...TWO_OF_THREE };
    const changes = [
      {},
      { walletId: 'wlt_b' },
      { spendLimit: '101' as const },
      { spendLimit: null },
      { threshold: 3 },
      { owners: [...policy.owners].reverse() },
    ];
    const addresses = changes.map((change) => wallets().contractOf({ ...policy, ...change }).address);
    expect(new Set(addresses).size).toBe(changes.length);
    expect(wallets().contractOf(policy)).toEqual(wallets().contractOf({ ...policy }));
  });

  it('tell what a final block holds of them, before and after they are deployed', async () => {
    const wallet = await fundedWallet(local);
    await untilFinal();
    expect(await wallets().state(wallet)).toMatchObject({
      isDeployed: false,
      spender: local.spender.address,
      limit: '100000000',
      spent: '0',
      windowStart: null,
      balances: [
        { currency: 'USDC', amount: '1000000000' },
        { currency: 'EURC', amount: '1000000000' },
      ],
    });
    await send([within(wallet, { amount: '60000000' })]);
    const paidAt = local.now();
    await untilFinal();
    expect(await wallets().state(wallet)).toMatchObject({ isDeployed: true, spent: '60000000', windowStart: paidAt });
    await local.pass(DAY_MS);
    await untilFinal();
    expect(await wallets().state(wallet)).toMatchObject({ spent: '0', windowStart: null });
    const unlimited = newWallet(local, { spendLimit: null });
    expect((await wallets().state(unlimited)).limit).toBeNull();
  });

  it('is believed of a majority only', async () => {
    const http = httpTransport(local.anvil.url);
    const [one, other, liar] = [new FaultyTransport(http), new FaultyTransport(http), new FaultyTransport(http)];
    chain = await openOn(local, [one.transport, other.transport, liar.transport]);
    const wallet = await fundedWallet(local);
    await untilFinal();
    liar.lie = (method, result) => (method === 'eth_getCode' ? '0x6001' : result);
    expect(await wallets().isDeployed(wallet)).toBe(false);
    expect((await wallets().state(wallet)).isDeployed).toBe(false);
    other.fault = 'lost_before';
    await expect(wallets().state(wallet)).rejects.toThrow('endpoints answer differently');
    // In vain at worst: creation changes nothing where the wallet is there.
    expect(callsIn(await chain.assemble([within(wallet)], () => Promise.resolve([])))).toHaveLength(2);
  });

  it('know when their owners have changed what this service may do', async () => {
    const wallet = await fundedWallet(local);
    await deployWallet(local, wallet);
    const bySafe = (functionName: 'setPolicy' | 'removeToken', args: readonly unknown[]) =>
      execBySafe(
        local,
        wallet,
        [local.approver],
        MODULE,
        encodeFunctionData({ abi: MODULE_ABI, functionName, args: args as never }),
      );
    await bySafe('removeToken', [local.network.tokens.EURC]);
    expect(await chain.precheck(within(wallet, { currency: 'EURC' }), local.now())).toBe('wallet_policy_changed');
    expect(await chain.precheck(within(wallet), local.now())).toBeNull();
    await bySafe('setPolicy', [STRANGER, 100_000_000n, []]);
    expect(await chain.precheck(within(wallet), local.now())).toBe('wallet_policy_changed');
    const payment = within(wallet);
    const submission = await send([payment]);
    expect(await chain.observe(submission, [payment], local.now())).toMatchObject([
      { state: 'reverted', refusal: 'wallet_policy_changed' },
    ]);
  });

  it("an error in place of a wallet's answer is no reason why a payment failed", async () => {
    const blocked = newRecipient();
    await local.administer('USDC', 'blacklist', blocked);
    const wallet = await fundedWallet(local);
    await local.pass(1_000);
    const payments = [within(wallet, { to: blocked }), await approved(wallet, [local.approver], { to: blocked })];
    const submission = await send(payments);
    const through = transportOf(local);
    const other = await openOn(local, [
      async (body, signal) => {
        const isAsked = body.includes(`"to":"${wallet.address}"`);
        if (!isAsked) return through(body, signal);
        const calls = JSON.parse(body) as readonly { readonly id: number }[];
        const error = { code: -32005, message: 'too many requests' };
        return JSON.stringify(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error })));
      },
    ]);
    const seen = await other.observe(submission, payments, local.now());
    expect(seen.map((each) => ('refusal' in each ? each.refusal : each.state))).toEqual(['reverted', 'reverted']);
  });

  it('a payment that the owners have canceled on chain expires, although its nonce is used', async () => {
    const wallet = await fundedWallet(local);
    await deployWallet(local, wallet);
    const payment = within(wallet);
    const submission = await chain.assemble([payment], () => Promise.resolve([]));
    const args = [authorizationNonce(payment)] as const;
    const cancel = encodeFunctionData({ abi: MODULE_ABI, functionName: 'cancel', args });
    expect(await execBySafe(local, wallet, [local.approver], MODULE, cancel)).toBe(true);
    expect(await chain.observe(submission, [payment], local.now())).toEqual([{ state: 'unknown' }]);
    await local.pass(payment.validUntil - local.now() + 1_000);
    await untilFinal();
    expect(await chain.observe(submission, [payment], local.now())).toEqual([{ state: 'expired' }]);
  });

  it('are paid from by whoever sends what the spender has signed, once, and by nobody who has not its signature', async () => {
    const wallet = await fundedWallet(local);
    const payment = within(wallet, { amount: '60000000' });
    const submission = await send([payment]);
    const held = await local.balanceOf('USDC', wallet.address);
    for (const { target, callData } of callsIn(submission)) await sendIn(local, target, callData, STRANGER);
    await sendIn(local, local.network.multicall, readTransaction(submission.bytes).data, STRANGER);
    expect(await local.balanceOf('USDC', wallet.address)).toBe(held);
    expect(await chain.observe(submission, [payment], local.now())).toMatchObject([{ state: 'final' }]);
    // What the service has assembled and not sent yet is settled by a stranger who sends it, and only once.
    const next = within(wallet, { amount: '30000000' });
    const unsent = await chain.assemble([next], () => Promise.resolve([]));
    await sendIn(local, local.network.multicall, readTransaction(unsent.bytes).data, STRANGER);
    expect(await chain.observe(unsent, [next], local.now())).toMatchObject([{ state: 'confirmed' }]);
    await chain.broadcast(unsent);
    await local.pass(1_000);
    expect(held - (await local.balanceOf('USDC', wallet.address))).toBe(30_000_000n);
  });

  it('lose no more than the limit in a window to a thief of the spender key, whatever he tries', async () => {
    const wallet = await fundedWallet(local);
    await deployWallet(local, wallet);
    const thief = newRecipient();
    let tries = 0;
    const steal = async (currency: 'USDC' | 'EURC', amount: bigint): Promise<boolean> => {
      tries += 1;
      const request = { paymentId: `theft_${tries}`, to: thief, currency, validUntil: local.now() + DAY_MS } as const;
      return sendIn(local, MODULE, await payCall(local, wallet, { ...request, amount: `${amount}` }), STRANGER);
    };
    const loot = async () => (await local.balanceOf('USDC', thief)) + (await local.balanceOf('EURC', thief));
    for (let window = 1n; window <= 3n; window++) {
      for (const amount of [
        1_000_000_000n,
        2n ** 255n,
        40_000_000n,
        40_000_000n,
        40_000_000n,
        19_999_999n,
        2n,
        1n,
        1n,
      ]) {
        await steal(tries % 2 === 0 ? 'USDC' : 'EURC', amount);
      }
      // The key of the spender is nothing to the Safe and to the module's policies.
      const tokens = Object.values(local.network.tokens) as Hex[];
      const raise = [local.spender.address as Hex, 2n ** 95n, tokens] as const;
      const setPolicy = encodeFunctionData({ abi: MODULE_ABI, functionName: 'setPolicy', args: raise });
      await sendIn(local, MODULE, setPolicy, local.spender.address);
      expect(await execBySafe(local, wallet, [local.spender], MODULE, setPolicy)).toBe(false);
      expect(await loot()).toBe(window * 100_000_000n);
      await local.pass(DAY_MS - 60_000);
      expect(await steal('USDC', 1n)).toBe(false);
      await local.pass(60_000);
    }
  });

  it('fit into transactions, as many as their gas allows', () => {
    const payments = Array.from({ length: 100 }, () => within(newWallet(local)));
    const first = chain.capacity(payments);
    expect(first).toBeGreaterThan(10);
    expect(first).toBeLessThan(100);
    const [one] = payments;
    expect(chain.capacity(payments.map((each) => ({ ...each, payer: one!.payer! })))).toBeGreaterThan(50);
    const treasury = Array.from({ length: 100 }, () => newAuthorization(local, chain, {}));
    expect(chain.capacity(treasury)).toBe(100);
  });
});
