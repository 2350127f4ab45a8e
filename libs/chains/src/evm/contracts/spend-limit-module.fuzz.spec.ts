import * as fc from 'fast-check';
import { decodeErrorResult, decodeFunctionResult, encodeFunctionData } from 'viem/utils';
import type { Hex } from 'viem';
import { CURRENCIES } from '@stablecoin/money';
import { LocalEvm } from '../../local/local-evm';
import type { Signer } from '../../signer/signer';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { SpendLimitModel } from '../../testing/spend-limit-model';
import type { ModelPayment } from '../../testing/spend-limit-model';
import { STRANGER, deployWallet, newWallet, payCallOf, signTyped } from '../../testing/wallets';
import { authorizationNonce } from '../transfer';
import { MODULE, MODULE_ABI, NOBODY } from '../wallets/contracts';
import { paymentData } from '../wallets/typed-data';

/** Sequences; 10,000 were run before the module was committed. */
const RUNS = Number(process.env['MODULE_FUZZ_RUNS'] ?? 20);
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

describeWithAnvil('SpendLimitModule, against a model', () => {
  let local: LocalEvm;
  let made = 0;

  beforeAll(async () => {
    local = await LocalEvm.start('base');
    await local.anvil.rpc('anvil_autoImpersonateAccount', true);
    for (const each of [local.spender, local.approver]) await local.setGas(each.address, 10n ** 20n);
  });
  afterAll(() => local.stop());

  async function send(from: string, data: Hex): Promise<string | null> {
    const { anvil } = local;
    const hash = await anvil.rpc('eth_sendTransaction', {
      from,
      to: MODULE,
      data,
      gas: '0x7a120',
      gasPrice: '0x77359400',
    });
    await local.pass(1_000);
    const { status } = (await anvil.rpc('eth_getTransactionReceipt', hash)) as { readonly status: string };
    if (status === '0x1') return null;
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ from, to: MODULE, data }, 'latest'],
    });
    const response = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { error } = (await response.json()) as { readonly error?: { readonly data?: Hex } };
    return decodeErrorResult({ abi: MODULE_ABI, data: error?.data ?? '0x' }).errorName;
  }

  async function read(functionName: 'policies' | 'authorizationState', ...args: readonly Hex[]): Promise<unknown> {
    const data = encodeFunctionData({ abi: MODULE_ABI, functionName, args: args as never });
    const answer = (await local.anvil.rpc('eth_call', { to: MODULE, data }, 'latest')) as Hex;
    return decodeFunctionResult({ abi: MODULE_ABI, functionName, data: answer });
  }

  it(`does the same in ${RUNS} sequences, and no window ever holds more than its limit`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        made += 1;
        // Taken back in the end: anvil is slower the more it holds.
        const snapshot = await local.anvil.rpc('evm_snapshot');
        const { tokens } = local.network;
        const wallet = newWallet(local, { spendLimit: '100' });
        await deployWallet(local, wallet);
        for (const currency of CURRENCIES) await local.administer(currency, 'mint', wallet.address, 300n);
        await local.anvil.rpc('anvil_setBalance', wallet.address, '0x56bc75e2d63100000');
        await local.pass(1_000);

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
        const nonceOf = (nonce: number): string => `${made}:${nonce}`;
        const held = new Map(CURRENCIES.map((currency) => [tokens[currency], 300n] as const));
        const model = new SpendLimitModel('spender', 100n, Object.values(tokens), held);
        const signed: { readonly payment: ModelPayment; readonly call: Hex }[] = [];
        /** What was paid, as a window is defined: the first payment opens it, and it is over 24 hours later. */
        let window = { start: 0, sum: 0n };

        for (const each of steps) {
          const at = (): number => local.now() / 1_000;
          switch (each.op) {
            case 'sign': {
              const validBefore = at() + each.validFor;
              const order = { paymentId: nonceOf(each.nonce), to: RECIPIENT, currency: each.currency };
              const data = paymentData(
                wallet,
                { ...order, amount: `${each.value}`, validUntil: validBefore * 1_000 },
                local.network,
              );
              const call = payCallOf(data, await signTyped(signers[each.signer]!, data));
              const { nonce, value, currency, signer } = each;
              const payment = { nonce: nonceOf(nonce), value, token: tokens[currency], validBefore, signer };
              signed.push({ payment, call });
              break;
            }
            case 'send': {
              const chosen = signed[each.which % Math.max(1, signed.length)];
              if (chosen === undefined) break;
              const seen = await send(STRANGER, chosen.call);
              expect(seen).toBe(model.pay(chosen.payment, at()));
              if (seen !== null) break;
              if (at() >= window.start + DAY) window = { start: at(), sum: 0n };
              window.sum += chosen.payment.value;
              expect(window.sum <= model.limit).toBe(true);
              break;
            }
            case 'warp':
              await local.pass(each.seconds * 1_000);
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
              const nonce = authorizationNonce({ id: nonceOf(each.nonce) });
              const data = encodeFunctionData({ abi: MODULE_ABI, functionName: 'cancel', args: [nonce] });
              const seen = await send(senders[each.by]!, data);
              if (each.by === 'owner') expect(seen).toBe(model.cancel(nonceOf(each.nonce)));
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

        const [, limit, spent, start] = (await read('policies', wallet.address as Hex)) as [
          Hex,
          bigint,
          bigint,
          bigint,
        ];
        expect([limit, spent, Number(start)]).toEqual([model.limit, model.spent, model.windowStart]);
        for (let nonce = 0; nonce <= 5; nonce++) {
          const args = [wallet.address as Hex, authorizationNonce({ id: nonceOf(nonce) })] as const;
          expect(await read('authorizationState', ...args)).toBe(model.used.has(nonceOf(nonce)));
        }
        for (const currency of CURRENCIES) {
          expect(await local.balanceOf(currency, wallet.address)).toBe(held.get(tokens[currency]));
        }
        await local.anvil.rpc('evm_revert', snapshot);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 3_600_000);
});
