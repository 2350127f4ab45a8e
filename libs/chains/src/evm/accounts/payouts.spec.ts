import { encodeFunctionData, parseAbi } from 'viem/utils';
import { Random } from '@stablecoin/event-sourcing/testing';
import type { Authorization } from '../../transfers';
import { LocalEvm } from '../../local/local-evm';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newAuthorization, openOn } from '../../testing/evm-chain';
import { EvmStrangers } from '../../testing/evm-strangers';
import { fundedWallet, sendIn, signTyped } from '../../testing/wallets';
import { KeySigner } from '../signer/key-signer';

const OWNER = new KeySigner(Buffer.alloc(32, 1));
const RECIPIENT = '0x00000000000000000000000000000000000000A1';
const ERC20_ABI = parseAbi(['function transfer(address to, uint256 value) returns (bool)']);

describeWithAnvil('what was paid since a time, on an EVM chain', () => {
  let local: LocalEvm;
  beforeAll(async () => {
    local = await LocalEvm.start('base');
  });
  afterAll(() => local.stop());

  it('has no transfers of nothing: anybody may make them out of any account', async () => {
    const chain = await openOn(local);
    const since = local.now();
    const payment = newAuthorization(local, chain, { sender: local.relayers[0].address });
    const submission = await chain.assemble([payment], () => Promise.resolve([]));
    await chain.broadcast(submission);
    await local.pass(1_000);
    const strangers = new EvmStrangers(local, new Random(1));
    await strangers.act('a transfer of nothing out of the treasury', []);
    for (let block = 0; block < 5; block++) await local.pass(1_000);
    const { payouts } = await chain.history.payouts({ chain: 'base', payers: [local.treasury.address], since });
    expect(payouts.map(({ hash, amount }) => [hash, amount])).toEqual([[submission.hash, payment.amount]]);
  });

  it('has the on-chain id of each transfer: of the treasury, within a limit, by owners, and none of one by hand', async () => {
    const chain = await openOn(local);
    const since = local.now();
    const [limited, approving] = [await fundedWallet(local), await fundedWallet(local, { owners: [OWNER.address] })];
    const of = (digit: string, given: Partial<Authorization> = {}): Authorization => {
      const own = { sender: local.relayers[0].address, onchainId: `0x${digit.repeat(64)}`, to: RECIPIENT };
      return newAuthorization(local, chain, { ...own, ...given });
    };
    const asked = of('4', { payer: { wallet: approving, approval: null } });
    const { typedData } = chain.wallets!.approval(approving, { ...asked, paymentId: asked.id });
    const approval = [{ owner: OWNER.address, signature: await signTyped(OWNER, typedData) }];
    const payments = [
      of('1'),
      of('2'),
      of('3', { payer: { wallet: limited, approval: null } }),
      { ...asked, payer: { wallet: approving, approval } },
    ];
    const submission = await chain.assemble(payments, () => Promise.resolve([]));
    await chain.broadcast(submission);
    await local.pass(1_000);
    const [token, treasury] = [local.network.tokens.USDC, local.treasury.address];
    const args = [RECIPIENT, 7n] as const;
    const byHand = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args });
    expect(await sendIn(local, token, byHand, treasury)).toBe(true);
    for (let block = 0; block < 5; block++) await local.pass(1_000);
    const payers = [treasury, limited.address, approving.address];
    const { payouts } = await chain.history.payouts({ chain: 'base', payers, since });
    expect(payouts.map(({ amount, onchainId }) => [amount, onchainId])).toEqual([
      ...payments.map(({ amount, onchainId }) => [amount, onchainId]),
      ['7', null],
    ]);
    expect(new Set(payouts.map(({ hash, place }) => `${hash}.${place}`)).size).toBe(5);
  });
});
