import { CURRENCIES } from '@stablecoin/contracts';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import type { Hex } from 'viem';
import type { WalletContract } from '../../chain-wallets';
import { LocalEvm } from '../../local/local-evm';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newRecipient } from '../../testing/evm-chain';
import { STRANGER, deployWallet, execBySafe, fundedWallet, newWallet, payCall, sendIn } from '../../testing/wallets';
import { KeySigner } from '../signer/key-signer';
import { LIMITED_SAFES, MODULE } from './contracts';
import { creationCall } from './safe';

/** What docs/wallets.md tells owners to do, with the Safe alone. */
const TRANSFER = parseAbi(['function transfer(address to, uint256 value)']);
const MODULES = parseAbi(['function disableModule(address previous, address module)']);
const POLICY = parseAbi(['function setPolicy(address spender, uint96 limit, address[] tokens)']);
const FIRST = '0x0000000000000000000000000000000000000001';

const owners = [new KeySigner(Buffer.alloc(32, 1)), new KeySigner(Buffer.alloc(32, 2))] as const;
const TWO_OF_TWO = { owners: owners.map(({ address }) => address), threshold: 2 };

describeWithAnvil('owners of a wallet, without this service', () => {
  let base: LocalEvm;
  let ethereum: LocalEvm;
  let wallet: WalletContract;

  beforeAll(async () => {
    [base, ethereum] = await Promise.all([LocalEvm.start('base'), LocalEvm.start('ethereum')]);
  });
  afterAll(() => Promise.all([base.stop(), ethereum.stop()]));
  beforeEach(async () => {
    wallet = await fundedWallet(base, TWO_OF_TWO);
    await base.pass(1_000);
  });

  /** Moves all that the wallet has of both currencies. */
  async function leave(local: LocalEvm, to: string): Promise<void> {
    for (const currency of CURRENCIES) {
      const value = await local.balanceOf(currency, wallet.address);
      const data = encodeFunctionData({ abi: TRANSFER, functionName: 'transfer', args: [to as Hex, value] });
      if (value > 0n) expect(await execBySafe(local, wallet, owners, local.network.tokens[currency], data)).toBe(true);
    }
  }

  const pays = async (signer = base.spender) => {
    const request = { paymentId: `pay_${newRecipient()}`, to: newRecipient(), currency: 'USDC', amount: '1' } as const;
    const call = await payCall(base, wallet, { ...request, validUntil: base.now() + 600_000 }, signer);
    return sendIn(base, MODULE, call, STRANGER);
  };

  it('move everything', async () => {
    await deployWallet(base, wallet);
    const safe = newRecipient();
    await leave(base, safe);
    for (const currency of CURRENCIES) {
      expect(await base.balanceOf(currency, safe)).toBe(1_000_000_000n);
      expect(await base.balanceOf(currency, wallet.address)).toBe(0n);
    }
  });

  it('move everything also from a wallet that was never deployed, after anybody has deployed it', async () => {
    expect(await sendIn(base, LIMITED_SAFES, creationCall(wallet, base.network.tokens), STRANGER)).toBe(true);
    const safe = newRecipient();
    await leave(base, safe);
    expect(await base.balanceOf('USDC', safe)).toBe(1_000_000_000n);
  });

  it('take the right to pay away from this service', async () => {
    await deployWallet(base, wallet);
    expect(await pays()).toBe(true);
    const data = encodeFunctionData({ abi: MODULES, functionName: 'disableModule', args: [FIRST, MODULE] });
    expect(await execBySafe(base, wallet, owners, wallet.address, data)).toBe(true);
    expect(await pays()).toBe(false);
  });

  it('lower the limit, and name another spender: what the one before has signed is worth nothing then', async () => {
    await deployWallet(base, wallet);
    const next = new KeySigner(Buffer.alloc(32, 9));
    const args = [next.address as Hex, 1n, []] as const;
    const data = encodeFunctionData({ abi: POLICY, functionName: 'setPolicy', args });
    expect(await pays(next)).toBe(false);
    expect(await execBySafe(base, wallet, owners, MODULE, data)).toBe(true);
    expect(await pays()).toBe(false);
    expect(await pays(next)).toBe(true);
    expect(await pays(next)).toBe(false);
  });

  it('need as many signatures as the threshold says', async () => {
    await deployWallet(base, wallet);
    const token = base.network.tokens.USDC;
    const data = encodeFunctionData({ abi: TRANSFER, functionName: 'transfer', args: [STRANGER, 1n] });
    expect(await execBySafe(base, wallet, owners.slice(0, 1), token, data)).toBe(false);
    expect(await execBySafe(base, wallet, [owners[0], base.spender], token, data)).toBe(false);
  });

  it('get back what was sent to the address on the other chain, by the same call of creation there', async () => {
    await ethereum.administer('USDC', 'mint', wallet.address, 77n);
    await ethereum.pass(1_000);
    expect(await sendIn(ethereum, LIMITED_SAFES, creationCall(wallet, base.network.tokens), STRANGER)).toBe(true);
    const safe = newRecipient();
    await leave(ethereum, safe);
    expect(await ethereum.balanceOf('USDC', safe)).toBe(77n);
  });

  it('the owners of another wallet cannot use this one', async () => {
    await deployWallet(base, wallet);
    const other = newWallet(base);
    await deployWallet(base, other);
    const args = [STRANGER, 2n ** 90n, []] as const;
    const data = encodeFunctionData({ abi: POLICY, functionName: 'setPolicy', args });
    expect(await execBySafe(base, other, [base.approver], MODULE, data)).toBe(true);
    expect(await execBySafe(base, other, [base.approver], wallet.address, data)).toBe(false);
    expect(await pays()).toBe(true);
  });
});
