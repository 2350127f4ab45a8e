/** @slow 15 */
import type { Authorization, Submission } from '../transfers';
import type { WalletContract } from '../chain-wallets';
import { newAuthorization, openOn } from '../testing/evm-chain';
import type { Logged } from '../testing/evm-chain';
import { VmChain } from '../testing/vm-chain';
import type { GasRules } from '../testing/vm-machine';
import { newWallet, signTyped } from '../testing/wallets';
import type { EvmChain } from './evm-chain';
import { KeySigner } from './signer/key-signer';
import { readTransaction } from './transaction';
import { DEPLOYMENTS } from './wallets/contracts';
import { deployWalletContracts } from './wallets/deploy';

/** In a virtual machine written in JavaScript, on a machine that may be busy. */
const SLOW_MS = 300_000;
const DEADLINE_MS = 60_000;
const TRANSACTION_GAS_MAX = 16_777_216n;
const MEMO = 'é'.repeat(64);

jest.setTimeout(SLOW_MS);

describe.each<GasRules>(['osaka', 'amsterdam'])('by the gas rules of %s', (rules) => {
  let local: VmChain;
  let chain: EvmChain;
  const logged: Logged[] = [];
  const sender = new KeySigner(Buffer.alloc(32, 0x52)).address;

  beforeAll(async () => {
    local = await VmChain.start('base', rules);
    chain = await openOn(local, undefined, { deadlineMs: DEADLINE_MS, validityMs: 3_600_000, logged });
  });
  // Nothing has kept the figures from being measured.
  afterEach(() => expect(logged).toEqual([]));

  const pay = (given: Partial<Authorization> = {}): Authorization =>
    newAuthorization(local, chain, { sender, ...given });
  const assemble = (some: readonly Authorization[]): Promise<Submission> =>
    chain.assemble(some, () => Promise.resolve([]));

  /** What became of payments in one transaction, and how much of its limit it has used, in hundredths. */
  async function carriedOut(
    some: readonly Authorization[],
    submission: Submission,
  ): Promise<{ states: string[]; used: number }> {
    await chain.broadcast(submission);
    const seen = await chain.observe(submission, some, local.now());
    const { gasLimit, gasUsed, isSuccess } = local.included.at(-1)!;
    expect(isSuccess).toBe(true);
    expect(gasLimit).toBeLessThanOrEqual(TRANSACTION_GAS_MAX);
    return { states: [...new Set(seen.map(({ state }) => state))], used: Number((100n * gasUsed) / gasLimit) };
  }

  it.each([
    [1, 'new recipients', {}],
    [10, 'new recipients, with a memo', { memo: MEMO }],
    [40, 'new recipients, with a memo', { memo: MEMO }],
  ])('settles %i transfers to %s', async (count, _, given) => {
    const some = Array.from({ length: count }, () => pay(given));
    expect(chain.capacity(some)).toBe(count);
    const { states, used } = await carriedOut(some, await assemble(some));
    expect(states).toEqual(['final']);
    expect(used).toBeLessThan(90);
    // Again, now that they are known.
    const again = some.map(({ to, memo }) => pay({ to, memo }));
    expect((await carriedOut(again, await assemble(again))).states).toEqual(['final']);
  });

  it('puts no more into a transaction than it may use', async () => {
    const many = Array.from({ length: 400 }, () => pay());
    const fitting = chain.capacity(many);
    expect(fitting).toBeGreaterThan(40);
    const { gas } = readTransaction((await assemble(many.slice(0, fitting))).bytes);
    expect(gas).toBeLessThanOrEqual(TRANSACTION_GAS_MAX);
    await expect(assemble(many.slice(0, fitting + 1))).rejects.toThrow('more than a transaction may have');
  });

  it('replaces a transaction that is stuck', async () => {
    const some = [pay(), pay({ memo: MEMO })];
    const stuck = await assemble(some);
    await chain.replacement(stuck, some, local.now());
    local.pass(60_000);
    const replacement = await chain.replacement(stuck, some, local.now());
    expect(replacement).not.toBeNull();
    expect((await carriedOut(some, replacement!)).states).toEqual(['final']);
  });

  it.each([1, 20])('creates a wallet of %i owners with its first payment, and pays from it', async (count) => {
    const owners = Array.from({ length: count }, (_, index) => new KeySigner(Buffer.alloc(32, 0x70 + index)));
    const policy = { owners: owners.map(({ address }) => address), threshold: count };
    const wallet = newWallet(local, policy);
    await local.mint('USDC', wallet.address);
    const within = (): Authorization => pay({ payer: { wallet, approval: null }, memo: MEMO });
    const first = [within()];
    const created = await carriedOut(first, await assemble(first));
    expect(created.states).toEqual(['final']);
    expect(created.used).toBeLessThan(90);
    const mixed = [within(), pay(), within(), await approved(wallet, owners), within()];
    expect((await carriedOut(mixed, await assemble(mixed))).states).toEqual(['final']);
  });

  async function approved(wallet: WalletContract, owners: readonly KeySigner[]): Promise<Authorization> {
    const paid = pay({ amount: '500000000' });
    const { typedData } = chain.wallets!.approval(wallet, { ...paid, paymentId: paid.id });
    const sign = async (owner: KeySigner) => ({ owner: owner.address, signature: await signTyped(owner, typedData) });
    return { ...paid, payer: { wallet, approval: await Promise.all(owners.map(sign)) } };
  }

  it('deploys what wallets are made of', async () => {
    const empty = await VmChain.start('base', rules);
    for (const { address } of DEPLOYMENTS) await empty.machine.remove(address);
    const { network, transport, relayers } = empty;
    const parts = { network, transport, sender: relayers[0], maxFeePerGas: 10n ** 11n, deadlineMs: DEADLINE_MS };
    const found = await deployWalletContracts({ ...parts, now: () => empty.now() });
    expect(found.filter(({ state }) => state === 'deployed')).toHaveLength(DEPLOYMENTS.length);
    for (const { gasUsed, gasLimit } of empty.included) expect(gasUsed).toBeLessThan(gasLimit);
  });
});

describe('a fork that makes storage dearer', () => {
  it('raises quotes, what a relayer has to have, and the limit of a transaction that was signed before', async () => {
    const local = await VmChain.start('base', 'osaka');
    const chain = await openOn(local, undefined, { deadlineMs: DEADLINE_MS, validityMs: 3_600_000 });
    const [{ address: sender }] = local.relayers;
    const asked = { to: sender, amount: '1', currency: 'USDC', candidates: ['base'] } as const;
    const before = { quote: (await chain.quote(asked))[0]!, gas: (await chain.costs.gas())[0]! };
    const paid = [newAuthorization(local, chain, { sender })];
    const signed = await chain.assemble(paid, () => Promise.resolve([]));
    await chain.replacement(signed, paid, local.now());

    await local.machine.setRules('amsterdam');
    local.pass(60_000);
    const after = { quote: (await chain.quote(asked))[0]!, gas: (await chain.costs.gas())[0]! };
    expect(BigInt(after.quote.fee)).toBeGreaterThan(BigInt(before.quote.fee));
    expect(after.gas.transfers).toBeLessThan(before.gas.transfers / 2);
    const replacement = await chain.replacement(signed, paid, local.now());
    await chain.broadcast(replacement!);
    expect((await chain.observe(replacement!, paid, local.now())).map(({ state }) => state)).toEqual(['final']);
  });
});
