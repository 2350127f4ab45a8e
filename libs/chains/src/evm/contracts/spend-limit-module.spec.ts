import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeErrorResult,
  decodeFunctionData,
  decodeFunctionResult,
  encodeFunctionData,
  keccak256,
  parseAbi,
  toHex,
} from 'viem/utils';
import type { Hex } from 'viem';
import type { ApprovalRequest, WalletContract } from '../../chain-wallets';
import { LocalEvm } from '../../local/local-evm';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { newRecipient } from '../../testing/evm-chain';
import {
  STRANGER,
  deployWallet,
  execBySafe,
  newWallet,
  payCall,
  payCallOf,
  sendIn,
  signTyped,
} from '../../testing/wallets';
import { authorizationNonce } from '../transfer';
import {
  DEPLOYMENTS,
  LIMITED_SAFES,
  LIMITED_SAFES_ABI,
  MODULE,
  MODULE_ABI,
  SAFE,
  SAFE_ABI,
  SAFE_FACTORY,
  SINGLETON_FACTORY,
  WALLET_CONTRACTS,
} from '../wallets/contracts';
import { creationCall } from '../wallets/safe';
import { paymentData } from '../wallets/typed-data';

const HOUR_MS = 3_600_000;

describe('the artifact of the contracts', () => {
  it('is what the pinned compiler makes of the sources, byte for byte', () => {
    const committed = readFileSync(join(__dirname, 'artifacts.json'), 'utf8');
    const compiled = execFileSync(process.execPath, [join(__dirname, 'compile.mjs'), '--print'], { encoding: 'utf8' });
    expect(compiled).toBe(committed);
  });
});

describeWithAnvil('SpendLimitModule', () => {
  let local: LocalEvm;
  let wallet: WalletContract;
  let made = 0;

  beforeAll(async () => {
    local = await LocalEvm.start('base');
  });
  afterAll(() => local.stop());

  beforeEach(async () => {
    wallet = newWallet(local);
    await deployWallet(local, wallet);
    for (const currency of ['USDC', 'EURC'] as const) {
      await local.administer(currency, 'mint', wallet.address, 1_000_000_000n);
    }
    await local.pass(1_000);
  });

  const order = (given: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
    paymentId: `pay_module_${++made}`,
    to: newRecipient(),
    currency: 'USDC',
    amount: '60000000',
    validUntil: local.now() + 48 * HOUR_MS,
    ...given,
  });

  /** The name of the error that a call ends with; null where it goes through. */
  async function errorOf(to: string, data: Hex, from: string = STRANGER): Promise<string | null> {
    if (await sendIn(local, to, data, from)) return null;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ from, to, data }, 'latest'] });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(local.anvil.url, { method: 'POST', headers, body });
    const { error } = (await response.json()) as { readonly error?: { readonly data?: Hex } };
    return decodeErrorResult({ abi: MODULE_ABI, data: error?.data ?? '0x' }).errorName;
  }

  const pay = async (given: Partial<ApprovalRequest> = {}, signer = local.spender) =>
    errorOf(MODULE, await payCall(local, wallet, order(given), signer));

  async function read(
    functionName: 'policies' | 'authorizationState' | 'isAllowed',
    ...args: readonly Hex[]
  ): Promise<unknown> {
    const data = encodeFunctionData({ abi: MODULE_ABI, functionName, args: args as never });
    const answer = (await local.anvil.rpc('eth_call', { to: MODULE, data }, 'latest')) as Hex;
    return decodeFunctionResult({ abi: MODULE_ABI, functionName, data: answer });
  }

  const asSafe = (functionName: 'setPolicy' | 'removeToken' | 'cancel', args: readonly unknown[]) =>
    sendIn(local, MODULE, encodeFunctionData({ abi: MODULE_ABI, functionName, args: args as never }), wallet.address);

  it('has its policy from the moment at which the Safe is created', async () => {
    expect(await read('policies', wallet.address as Hex)).toEqual([local.spender.address, 100_000_000n, 0n, 0n]);
    const enabled = encodeFunctionData({ abi: SAFE_ABI, functionName: 'isModuleEnabled', args: [MODULE] });
    expect(BigInt((await local.anvil.rpc('eth_call', { to: wallet.address, data: enabled }, 'latest')) as string)).toBe(
      1n,
    );
    for (const token of Object.values(local.network.tokens)) {
      expect(await read('isAllowed', wallet.address as Hex, token as Hex)).toBe(true);
    }
  });

  it('pays up to the limit, USDC and EURC together, and again when the window is over', async () => {
    expect(await pay()).toBeNull();
    const openedAt = local.now();
    expect(await pay()).toBe('LimitExceeded');
    expect(await pay({ currency: 'EURC', amount: '40000000' })).toBeNull();
    expect(await pay({ amount: '1' })).toBe('LimitExceeded');
    // What is sent is in a block a second later: the last one of the window, and the first one after it.
    await local.pass(openedAt + 24 * HOUR_MS - 2_000 - local.now());
    expect(await pay({ amount: '1' })).toBe('LimitExceeded');
    expect(await pay({ amount: '100000000' })).toBeNull();
  });

  it('pays what it was asked for, tells of it as EIP-3009 does, and never again', async () => {
    const request = order();
    const call = await payCall(local, wallet, request);
    expect(await errorOf(MODULE, call)).toBeNull();
    expect(await local.balanceOf('USDC', request.to)).toBe(60_000_000n);
    expect(await local.balanceOf('USDC', wallet.address)).toBe(940_000_000n);
    expect(await read('authorizationState', wallet.address as Hex, authorizationNonce({ id: request.paymentId }))).toBe(
      true,
    );
    expect(await errorOf(MODULE, call)).toBe('UsedOrCanceled');
    await local.pass(24 * HOUR_MS);
    expect(await errorOf(MODULE, call)).toBe('UsedOrCanceled');
    const used = keccak256(toHex('AuthorizationUsed(address,bytes32)'));
    const topics = [used, null, authorizationNonce({ id: request.paymentId })];
    expect(await local.anvil.rpc('eth_getLogs', { fromBlock: '0x0', address: MODULE, topics })).toHaveLength(1);
  });

  it('refuses what is over, and what the spender has not signed', async () => {
    // In a block of the very second at which it ends, and of one before it.
    expect(await pay({ amount: '1', validUntil: local.now() + 1_000 })).toBe('Expired');
    expect(await pay({ amount: '1', validUntil: local.now() + 2_000 })).toBeNull();
    expect(await pay({}, local.approver)).toBe('InvalidSignature');
    const data = paymentData(wallet, order(), local.network);
    const signature = await signTyped(local.spender, data);
    for (const [field, value] of [
      ['to', STRANGER],
      ['value', '1'],
      ['validBefore', '99999999999'],
      ['nonce', keccak256('0x01')],
      ['token', local.network.tokens.EURC],
    ] as const) {
      const other = { ...data, message: { ...data.message, [field]: value } };
      expect([field, await errorOf(MODULE, payCallOf(other, signature))]).toEqual([field, 'InvalidSignature']);
    }
    for (const domain of [{ chainId: 1 }, { version: '2' }, { verifyingContract: SAFE }]) {
      const elsewhere = { ...data, domain: { ...data.domain, ...domain } };
      expect(await errorOf(MODULE, payCallOf(data, await signTyped(local.spender, elsewhere)))).toBe(
        'InvalidSignature',
      );
    }
    expect(await errorOf(MODULE, payCallOf(data, signature))).toBeNull();
  });

  it('refuses the other form of a signature, and one of no key', async () => {
    const data = paymentData(wallet, order(), local.network);
    const signature = await signTyped(local.spender, data);
    const order_ = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const high = (order_ - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0');
    const other = signature.endsWith('1b') ? '1c' : '1b';
    const malleable: Hex = `0x${signature.slice(2, 66)}${high}${other}`;
    expect(await errorOf(MODULE, payCallOf(data, malleable))).toBe('InvalidSignature');
    expect(await errorOf(MODULE, payCallOf(data, `0x${'00'.repeat(64)}1b`))).toBe('InvalidSignature');
    expect(await errorOf(MODULE, payCallOf(data, `${signature.slice(0, -2) as Hex}00`))).toBe('InvalidSignature');
  });

  it('pays for no Safe that has not said so, and nobody when the spender is zero', async () => {
    const stranger = { ...wallet, address: SAFE };
    expect(await errorOf(MODULE, await payCall(local, stranger, order()))).toBe('TokenNotAllowed');
    await asSafe('setPolicy', ['0x0000000000000000000000000000000000000000', 1n, []]);
    expect(await pay()).toBe('InvalidSignature');
    const data = paymentData(wallet, order(), local.network);
    expect(await errorOf(MODULE, payCallOf(data, `0x${'00'.repeat(64)}00`))).toBe('InvalidSignature');
  });

  it('pays no token that the Safe has not allowed, or has removed', async () => {
    await asSafe('removeToken', [local.network.tokens.EURC]);
    expect(await pay({ currency: 'EURC' })).toBe('TokenNotAllowed');
    expect(await pay({ currency: 'USDC' })).toBeNull();
  });

  it('fails, and leaves everything as it was, when the token moves nothing', async () => {
    const request = order();
    const call = await payCall(local, wallet, request);
    await local.administer('USDC', 'blacklist', request.to);
    await local.pass(1_000);
    expect(await errorOf(MODULE, call)).toBe('TransferFailed');
    expect(await read('policies', wallet.address as Hex)).toEqual([local.spender.address, 100_000_000n, 0n, 0n]);
    await local.administer('USDC', 'unBlacklist', request.to);
    await local.pass(1_000);
    expect(await errorOf(MODULE, call)).toBeNull();
    // An address without code is no token: the Safe's call of it would succeed.
    const nothing = newRecipient();
    await asSafe('setPolicy', [local.spender.address, 100_000_000n, [nothing]]);
    const data = paymentData(wallet, order({ amount: '1' }), local.network);
    const toNothing = { ...data, message: { ...data.message, token: nothing } };
    expect(await errorOf(MODULE, payCallOf(toNothing, await signTyped(local.spender, toNothing)))).toBe(
      'TransferFailed',
    );
  });

  it('takes a policy from the Safe alone, and what was spent counts on', async () => {
    expect(await pay()).toBeNull();
    await asSafe('setPolicy', [local.spender.address, 70_000_000n, []]);
    expect(await pay({ amount: '10000001' })).toBe('LimitExceeded');
    expect(await pay({ amount: '10000000' })).toBeNull();
    await asSafe('setPolicy', [local.spender.address, 10n, []]);
    expect(await pay({ amount: '1' })).toBe('LimitExceeded');
    for (const from of [STRANGER, local.spender.address, local.approver.address]) {
      const tokens = Object.values(local.network.tokens) as Hex[];
      const args = [local.spender.address as Hex, 2n ** 96n - 1n, tokens] as const;
      await sendIn(local, MODULE, encodeFunctionData({ abi: MODULE_ABI, functionName: 'setPolicy', args }), from);
    }
    expect(await pay({ amount: '1' })).toBe('LimitExceeded');
  });

  it('lets the Safe cancel a payment, and nobody else', async () => {
    const request = order();
    const nonce = authorizationNonce({ id: request.paymentId });
    const call = await payCall(local, wallet, request);
    await sendIn(
      local,
      MODULE,
      encodeFunctionData({ abi: MODULE_ABI, functionName: 'cancel', args: [nonce] }),
      STRANGER,
    );
    expect(await read('authorizationState', wallet.address as Hex, nonce)).toBe(false);
    const cancel = encodeFunctionData({ abi: MODULE_ABI, functionName: 'cancel', args: [nonce] });
    expect(await execBySafe(local, wallet, [local.approver], MODULE, cancel)).toBe(true);
    expect(await errorOf(MODULE, call)).toBe('UsedOrCanceled');
    expect(await errorOf(MODULE, cancel, wallet.address)).toBe('UsedOrCanceled');
  });

  it('has no limit where the wallet has none', async () => {
    wallet = newWallet(local, { spendLimit: null });
    await deployWallet(local, wallet);
    await local.administer('USDC', 'mint', wallet.address, 10n ** 20n);
    await local.pass(1_000);
    expect(await pay({ amount: '50000000000000000000' })).toBeNull();
    expect(await pay({ amount: '50000000000000000000' })).toBeNull();
  });

  it('is deployed at its address by the singleton factory, with the same code on every chain', async () => {
    for (const { address, data } of DEPLOYMENTS) {
      await local.anvil.rpc('anvil_setCode', address, '0x');
      await sendIn(local, SINGLETON_FACTORY, data);
    }
    for (const { name, address, codeHash } of WALLET_CONTRACTS) {
      const code = (await local.anvil.rpc('eth_getCode', address, 'latest')) as Hex;
      expect([name, keccak256(code)]).toEqual([name, codeHash]);
    }
  });

  describe('LimitedSafes', () => {
    /** Gas of the latest block, which holds one transaction. */
    const gasUsed = async (): Promise<number> => {
      const block = (await local.anvil.rpc('eth_getBlockByNumber', 'latest', false)) as { readonly gasUsed: Hex };
      return Number(block.gasUsed);
    };

    it('creates a wallet at the address that was known before', async () => {
      const next = newWallet(local);
      expect(await sendIn(local, LIMITED_SAFES, creationCall(next, local.network.tokens), STRANGER)).toBe(true);
      expect(await local.anvil.rpc('eth_getCode', next.address, 'latest')).not.toBe('0x');
    });

    it('changes nothing where the wallet is there, and burns no gas as the factory does', async () => {
      const call = creationCall(wallet, local.network.tokens);
      expect(await sendIn(local, LIMITED_SAFES, call, STRANGER)).toBe(true);
      expect(await gasUsed()).toBeLessThan(60_000);
      const [, initializer, salt] = decodeFunctionData({ abi: LIMITED_SAFES_ABI, data: call }).args as [
        Hex,
        Hex,
        bigint,
      ];
      const abi = parseAbi(['function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)']);
      const args = [SAFE, initializer, salt] as const;
      const direct = encodeFunctionData({ abi, functionName: 'createProxyWithNonce', args });
      expect(await sendIn(local, SAFE_FACTORY, direct, STRANGER)).toBe(false);
      expect(await gasUsed()).toBeGreaterThan(2_900_000);
    });

    it('bounds the gas of what it calls, and fails when that fails', async () => {
      // An endless loop: JUMPDEST, PUSH1 0, JUMP.
      const endless = newRecipient();
      await local.anvil.rpc('anvil_setCode', endless, '0x5b600056');
      const within = (target: string, data: Hex): Hex =>
        encodeFunctionData({
          abi: LIMITED_SAFES_ABI,
          functionName: 'callWithin',
          args: [200_000n, target as Hex, data],
        });
      expect(await sendIn(local, LIMITED_SAFES, within(endless, '0x'))).toBe(false);
      expect(await gasUsed()).toBeLessThan(300_000);
      expect(await sendIn(local, LIMITED_SAFES, within(MODULE, await payCall(local, wallet, order())))).toBe(true);
    });

    it('sets nothing up when it is called, not delegated to', async () => {
      const args = [MODULE, STRANGER, 1n, []] as const;
      const call = encodeFunctionData({ abi: LIMITED_SAFES_ABI, functionName: 'setUp', args });
      expect(await sendIn(local, LIMITED_SAFES, call)).toBe(false);
    });
  });
});
