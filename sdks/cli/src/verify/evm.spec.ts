import { keccak256, toHex } from 'viem/utils';
import type { Claim } from './checks.js';
import { verifyEvm } from './evm.js';
import type { Rpc } from './rpc.js';

const TOKEN = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const TREASURY = '0x1111111111111111111111111111111111111111';
const WALLET = '0x2222222222222222222222222222222222222222';
const MODULE = '0x3333333333333333333333333333333333333333';
const STRANGER = '0x4444444444444444444444444444444444444444';
const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';
const HASH = `0x${'ab'.repeat(32)}`;
const BLOCK = `0x${'cd'.repeat(32)}`;
const CLAIM: Claim = {
  ...{ paymentId: 'pay_1', chain: 'base', txHash: HASH, to: RECIPIENT, units: 12_500_000n, currency: 'USDC' },
  onchainId: null,
  wallet: null,
};

const topic = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
const event = (signature: string): string => keccak256(toHex(signature));
const used = (paymentId: string, from = TREASURY, address = TOKEN) => ({
  address,
  topics: [event('AuthorizationUsed(address,bytes32)'), topic(from), keccak256(toHex(paymentId))],
  data: '0x',
});
const moved = (units: bigint, to = RECIPIENT, from = TREASURY, address = TOKEN) => ({
  address,
  topics: [event('Transfer(address,address,uint256)'), topic(from), topic(to)],
  data: toHex(units, { size: 32 }),
});

interface Said {
  readonly logs?: readonly object[];
  readonly receipt?: object | null;
  readonly chainId?: string;
  readonly blockHash?: string;
}

/** An endpoint that says this. */
function endpoint({ logs = [], receipt, chainId = '0x2105', blockHash = BLOCK }: Said): Rpc {
  const said: Readonly<Record<string, unknown>> = {
    eth_chainId: chainId,
    eth_getTransactionReceipt:
      receipt === undefined
        ? { transactionHash: HASH, status: '0x1', blockNumber: '0x10', blockHash: BLOCK, logs }
        : receipt,
    eth_blockNumber: '0x12',
    eth_getBlockByNumber: { hash: blockHash },
  };
  return { call: async (method: string) => said[method] } as unknown as Rpc;
}

async function wrong(said: Said, claim: Partial<Claim> = {}, options = { confirmationsMin: 1 }): Promise<string[]> {
  const checks = await verifyEvm(endpoint(said), { ...CLAIM, ...claim }, { token: undefined, ...options });
  expect(checks.length).toBeGreaterThan(0);
  return checks.filter(({ ok }) => !ok).map(({ check }) => check);
}

const made = [used('pay_1'), moved(12_500_000n)];

describe('A payment on an EVM chain', () => {
  it('is confirmed by its nonce, recipient and amount', async () => {
    const checks = await verifyEvm(endpoint({ logs: made }), CLAIM, { token: undefined, confirmationsMin: 3 });
    expect(checks.map(({ check, ok }) => [check, ok])).toEqual(
      ['chain', 'transaction', 'status', 'nonce', 'recipient', 'amount', 'confirmations'].map((name) => [name, true]),
    );
    expect(checks.at(-1)?.found).toBe('3');
  });

  it('is confirmed by its on-chain id where it has one', async () => {
    const onchainId = keccak256(toHex('pay_1'));
    expect(await wrong({ logs: made }, { paymentId: 'pay_2', onchainId })).toEqual([]);
    expect(await wrong({ logs: made }, { onchainId: keccak256(toHex('pay_2')) })).toEqual(['nonce']);
  });

  it('is found among others in the same transaction', async () => {
    const logs = [used('pay_0'), moved(1n), ...made, used('pay_2'), moved(2n, STRANGER)];
    expect(await wrong({ logs })).toEqual([]);
    expect(await wrong({ logs }, { paymentId: 'pay_0' })).toEqual(['amount']);
    expect(await wrong({ logs }, { paymentId: 'pay_2' })).toEqual(['recipient', 'amount']);
  });

  it.each<[string, Said, string[]]>([
    ['of another amount', { logs: [used('pay_1'), moved(12_499_999n)] }, ['amount']],
    ['to another recipient', { logs: [used('pay_1'), moved(12_500_000n, STRANGER)] }, ['recipient']],
    ['of another payment', { logs: [used('pay_2'), moved(12_500_000n)] }, ['nonce']],
    ['in another token', { logs: [used('pay_1', TREASURY, STRANGER), moved(12_500_000n)] }, ['nonce']],
    ['without a transfer', { logs: [used('pay_1')] }, ['transfer']],
    [
      'whose transfer is in another token',
      { logs: [used('pay_1'), moved(12_500_000n, RECIPIENT, TREASURY, STRANGER)] },
      ['transfer'],
    ],
    ['whose transfer came before', { logs: [moved(12_500_000n), used('pay_1')] }, ['transfer']],
    ['that is not on the chain', { receipt: null }, ['transaction']],
    ['that was reorganised away', { logs: made, blockHash: HASH }, ['confirmations']],
    ['on another chain', { logs: made, chainId: '0x1' }, ['chain']],
    ['on an unknown chain', { logs: made, chainId: '0x7a69' }, ['chain']],
  ])('is not confirmed %s', async (_how, said, checks) => {
    expect(await wrong(said)).toEqual(checks);
  });

  it('is not confirmed when it has reverted, or is younger than wanted', async () => {
    const receipt = { transactionHash: HASH, status: '0x0', blockNumber: '0x10', blockHash: BLOCK, logs: [] };
    expect(await wrong({ receipt })).toEqual(['status', 'nonce']);
    expect(await wrong({ logs: made }, {}, { confirmationsMin: 4 })).toEqual(['confirmations']);
  });

  it('is told from an endpoint that answers what no chain says', async () => {
    const logs = [used('pay_1'), { ...moved(1n), data: '0x' }];
    for (const said of [{ logs }, { chainId: 'base' }, { receipt: {} }]) {
      await expect(wrong(said)).rejects.toThrow('something that no chain says');
    }
  });

  it("from a wallet is confirmed by the wallet's module, or by the token after an approval", async () => {
    const transfer = moved(12_500_000n, RECIPIENT, WALLET);
    for (const contract of [MODULE, TOKEN]) {
      expect(await wrong({ logs: [used('pay_1', WALLET, contract), transfer] }, { wallet: WALLET })).toEqual([]);
    }
    expect(await wrong({ logs: made }, { wallet: WALLET })).toEqual(['nonce']);
    expect(await wrong({ logs: [used('pay_1', STRANGER, MODULE), transfer] }, { wallet: WALLET })).toEqual(['nonce']);
  });
});
