import * as fc from 'fast-check';
import { decodeErrorResult, decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import { CURRENCIES } from '@stablecoin/contracts';
import { LocalEvm } from '../../local/local-evm';
import type { WalletContract } from '../../chain-wallets';
import type { Signer } from '../../signer/signer';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { SpendLimitModel } from '../../testing/spend-limit-model';
import type { ModelPayment } from '../../testing/spend-limit-model';
import { STRANGER, deployWallet, newWallet, payCallOf, signTyped } from '../../testing/wallets';
import { readCall, readResults } from '../multicall';
import { MULTICALL3 } from '../network';
import { authorizationNonce } from '../transfer';
import { MODULE, MODULE_ABI, NOBODY } from '../wallets/contracts';
import { paymentData } from '../wallets/typed-data';

/** Sequences; run 10,000 before a change of the module is committed. */
const RUNS = Number(process.env['MODULE_FUZZ_RUNS'] ?? 20);
/** The same seed makes the same sequences, so that a long campaign can be run in parts. */
const SEED = Number(process.env['MODULE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const RECIPIENT = '0x00000000000000000000000000000000000f0221';
const DAY = 86_400;

/** Who signs, or sends. */
const who = fc.constantFrom('spender', 'owner', 'stranger');
const sign = fc.record({
  op: fc.constant('sign' as const),
  nonce: fc.integer({ min: 0, max: 5 }),
  currency: fc.constantFrom(...CURRENCIES),
  value: fc.oneof(
    fc.bigInt({ min: 0n, max: 120n }),
    fc.constantFrom(100n, 101n, 2n ** 96n - 1n, 2n ** 96n, 2n ** 256n - 1n),
  ),
  validFor: fc.oneof(fc.constantFrom(0, 10, DAY), { weight: 3, arbitrary: fc.constant(9 * DAY) }),
  signer: fc.oneof({ weight: 4, arbitrary: fc.constant('spender') }, who),
});
const step = fc.oneof(
  { weight: 4, arbitrary: sign },
  // Any payment that was signed before, in any order, and again.
  { weight: 8, arbitrary: fc.record({ op: fc.constant('send' as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('warp' as const),
      // What is sent next is in a block a second later: around the end of a window, and at it.
      seconds: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(DAY - 2, DAY - 1, DAY) },
        fc.integer({ min: 1, max: 2 * DAY }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('setPolicy' as const),
      by: who,
      spender: fc.constantFrom('spender', 'owner', 'nobody'),
      limit: fc.constantFrom(0n, 50n, 100n, 200n, 2n ** 96n - 1n),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('cancel' as const), by: who, nonce: fc.integer({ min: 0, max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('removeToken' as const),
      by: who,
      currency: fc.constantFrom(...CURRENCIES),
    }),
  },
);

/** A block with what its transactions answered; what was refused leaves no events, and every call that takes effect does. */
interface Mined {
  readonly logsBloom: Hex;
  readonly transactions: readonly { readonly hash: Hex; readonly output: Hex }[];
}

describeWithAnvil('SpendLimitModule, against a model', () => {
  let local: LocalEvm;
  let wallet: WalletContract;
  /** The chain's time, in seconds. Sequences follow each other in time, and each begins with the same state. */
  let now = 0;

  beforeAll(async () => {
    local = await LocalEvm.start('base');
    await local.anvil.rpc('anvil_autoImpersonateAccount', true);
    wallet = newWallet(local, { spendLimit: '100' });
    await deployWallet(local, wallet);
    for (const { address } of [local.spender, local.approver, wallet]) await local.setGas(address, 10n ** 20n);
    for (const currency of CURRENCIES) await local.administer(currency, 'mint', wallet.address, 300n);
    await local.pass(1_000);
    now = local.now() / 1_000;
  });
  afterAll(() => local.stop());

  async function mine(seconds: number): Promise<Mined> {
    now += seconds;
    const [block] = (await local.anvil.rpc('evm_mine_detailed', { timestamp: now })) as [Mined];
    return block;
  }

  /** Sends a call in a block of its own. @returns null where it took effect */
  async function send(from: string, data: Hex): Promise<string | null> {
    const fees = { gas: '0x7a120', gasPrice: '0x77359400' };
    const hash = await local.anvil.rpc('eth_sendTransaction', { from, to: MODULE, data, ...fees });
    const { logsBloom, transactions } = await mine(1);
    const [sent] = transactions;
    if (sent === undefined || sent.hash !== hash) throw new Error('it is not in the block');
    if (BigInt(logsBloom) !== 0n) return null;
    return decodeErrorResult({ abi: MODULE_ABI, data: sent.output }).errorName;
  }

  /** Reads the module, all in one call. */
  async function read(
    ...reads: readonly (readonly ['policies' | 'authorizationState', ...Hex[]])[]
  ): Promise<readonly unknown[]> {
    const encoded = reads.map(([functionName, ...args]) => {
      const data = encodeFunctionData({ abi: MODULE_ABI, functionName, args: args as never });
      return { to: MODULE, data };
    });
    const { method, params } = readCall(MULTICALL3, encoded, 'latest');
    const results = readResults(await local.anvil.rpc(method, ...params), reads.length);
    return results.map((data, index) =>
      decodeFunctionResult({ abi: MODULE_ABI, functionName: reads[index]![0], data }),
    );
  }

  it(`does the same in ${RUNS} sequences of seed ${SEED}, and no window ever holds more than its limit`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const snapshot = await local.anvil.rpc('evm_snapshot');
        const { tokens } = local.network;
        const signers: Readonly<Record<string, Signer>> = {
          spender: local.spender,
          owner: local.approver,
          stranger: local.treasury,
        };
        const senders: Readonly<Record<string, string>> = {
          spender: local.spender.address,
          owner: wallet.address,
          stranger: STRANGER,
        };
        const held = new Map(CURRENCIES.map((currency) => [tokens[currency], 300n] as const));
        const model = new SpendLimitModel('spender', 100n, Object.values(tokens), held);
        const signed: { readonly payment: ModelPayment; readonly call: Hex }[] = [];
        /** What was paid, as a window is defined: the first payment opens it, and it is over 24 hours later. */
        let window = { start: 0, sum: 0n };

        for (const each of steps) {
          switch (each.op) {
            case 'sign': {
              const validBefore = now + each.validFor;
              const order = { paymentId: String(each.nonce), to: RECIPIENT, currency: each.currency };
              const data = paymentData(
                wallet,
                { ...order, amount: `${each.value}`, validUntil: validBefore * 1_000 },
                local.network,
              );
              const call = payCallOf(data, await signTyped(signers[each.signer]!, data));
              const { nonce, value, currency, signer } = each;
              const payment = { nonce: String(nonce), value, token: tokens[currency], validBefore, signer };
              signed.push({ payment, call });
              break;
            }
            case 'send': {
              const chosen = signed[each.which % Math.max(1, signed.length)];
              if (chosen === undefined) break;
              const seen = await send(STRANGER, chosen.call);
              expect(seen).toBe(model.pay(chosen.payment, now));
              if (seen !== null) break;
              if (now >= window.start + DAY) window = { start: now, sum: 0n };
              window.sum += chosen.payment.value;
              expect(window.sum <= model.limit).toBe(true);
              break;
            }
            case 'warp':
              await mine(each.seconds);
              break;
            case 'setPolicy': {
              const address = each.spender === 'nobody' ? NOBODY : signers[each.spender]!.address;
              const args = [address as Hex, each.limit, Object.values(tokens) as Hex[]] as const;
              await send(senders[each.by]!, encodeFunctionData({ abi: MODULE_ABI, functionName: 'setPolicy', args }));
              if (each.by !== 'owner') break;
              model.spender = each.spender === 'nobody' ? null : each.spender;
              model.limit = each.limit;
              for (const token of Object.values(tokens)) model.allowed.add(token);
              break;
            }
            case 'cancel': {
              const nonce = authorizationNonce({ id: String(each.nonce) });
              const data = encodeFunctionData({ abi: MODULE_ABI, functionName: 'cancel', args: [nonce] });
              const seen = await send(senders[each.by]!, data);
              if (each.by === 'owner') expect(seen).toBe(model.cancel(String(each.nonce)));
              break;
            }
            case 'removeToken': {
              const args = [tokens[each.currency] as Hex] as const;
              await send(senders[each.by]!, encodeFunctionData({ abi: MODULE_ABI, functionName: 'removeToken', args }));
              if (each.by === 'owner') model.allowed.delete(tokens[each.currency]);
              break;
            }
          }
        }

        const safe = wallet.address as Hex;
        const nonces = ['0', '1', '2', '3', '4', '5'];
        const states = nonces.map((id) => ['authorizationState', safe, authorizationNonce({ id })] as const);
        const [policy, ...used] = await read(['policies', safe], ...states);
        const [, limit, spent, start] = policy as [Hex, bigint, bigint, bigint];
        expect([limit, spent, Number(start)]).toEqual([model.limit, model.spent, model.windowStart]);
        expect(used).toEqual(nonces.map((nonce) => model.used.has(nonce)));
        for (const currency of CURRENCIES) {
          expect(await local.balanceOf(currency, wallet.address)).toBe(held.get(tokens[currency]));
        }
        expect(await local.anvil.rpc('evm_revert', snapshot)).toBe(true);
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  }, 3_600_000);
});
