import type { Authorization } from '../transfers';
import type { Payer } from '../chain-wallets';
import { describeWithAnvil } from '../testing/describe-with-anvil';
import { describeChain } from '../testing/chain.contract';
import { newAuthorization, openOn } from '../testing/evm-chain';
import { LocalEvm } from '../local/local-evm';
import { fundedWallet, signTyped } from '../testing/wallets';
import type { EvmChain } from './evm-chain';
import type { EvmChainName } from './network';
import { httpTransport } from '../rpc/rpc-endpoint';

const BLOCKED = '0x00000000000000000000000000000000000b10c4';

describeWithAnvil('the EVM adapter', () => {
  const locals = new Map<EvmChainName, Promise<LocalEvm>>();
  afterAll(() => Promise.all([...locals.values()].map(async (local) => (await local).stop())));

  function localOf(chain: EvmChainName): Promise<LocalEvm> {
    const known = locals.get(chain) ?? LocalEvm.start(chain);
    locals.set(chain, known);
    return known;
  }

  /** Who pays in a run of the suite. */
  const PAYERS: Readonly<
    Record<string, (local: LocalEvm, chain: EvmChain, paid: Authorization) => Promise<Payer> | null>
  > = {
    anvil: () => null,
    'anvil, from a wallet': async (local) => ({ wallet: await fundedWallet(local), approval: null }),
    'anvil, from a wallet whose owners approve': async (local, chain, paid) => {
      const wallet = await fundedWallet(local, { spendLimit: '1' });
      const { typedData } = chain.wallets!.approval(wallet, { ...paid, paymentId: paid.id });
      const signature = await signTyped(local.approver, typedData);
      return { wallet, approval: [{ owner: local.approver.address, signature }] };
    },
  };

  describe.each(Object.keys(PAYERS))('%s', (payerName) =>
    describeChain(
      payerName,
      async (chainName) => {
        const local = await localOf(chainName as EvmChainName);
        await local.administer('USDC', 'blacklist', BLOCKED);
        await local.pass(1_000);
        // A transfer expires here when what carries it never reaches the pool.
        let isDropping = false;
        const http = httpTransport(local.anvil.url);
        const chain = await openOn(local, [
          async (body, signal) => {
            if (!isDropping || !body.includes('eth_sendRawTransaction')) return http(body, signal);
            const [{ id }] = JSON.parse(body) as [{ readonly id: number }];
            return JSON.stringify([{ jsonrpc: '2.0', id, result: `0x${'00'.repeat(32)}` }]);
          },
        ]);
        return {
          chain,
          account: local.treasury.address,
          now: () => local.now(),
          pass: (ms) => local.pass(ms),
          authorization: async (outcome) => {
            if (outcome === 'expires') isDropping = true;
            const sender = local.relayers[0].address;
            const paid = newAuthorization(local, chain, { sender, ...(outcome === 'reverts' ? { to: BLOCKED } : {}) });
            const payer = await PAYERS[payerName]!(local, chain, paid);
            return payer === null ? paid : { ...paid, payer };
          },
          // Nobody else pays these recipients.
          transfers: async ({ to, amount }) => Number((await local.balanceOf('USDC', to)) / BigInt(amount)),
          deposit: async (currency, amount) => {
            await local.administer(currency, 'mint', local.treasury.address, BigInt(amount));
            await local.pass(1_000);
          },
          dispose: async () => undefined,
        };
      },
      { chains: payerName === 'anvil' ? ['base', 'ethereum'] : ['base'], deposits: true },
    ),
  );
});
