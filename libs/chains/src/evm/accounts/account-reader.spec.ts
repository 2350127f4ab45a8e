import { CURRENCIES } from '@stablecoin/contracts';
import type { SetAside } from '../../accounts';
import { LocalEvm } from '../../local/local-evm';
import { describeWithAnvil } from '../../testing/describe-with-anvil';
import { isObject } from '../../testing/json-values';
import { newRecipient, openOn, transportOf } from '../../testing/evm-chain';
import { NOBODY } from '../wallets/contracts';

describeWithAnvil('deposits to very many addresses', () => {
  let local: LocalEvm;
  beforeAll(async () => {
    local = await LocalEvm.start('base');
  });
  afterAll(() => local.stop());

  it('are found in as many requests as those to one address, each once, and nobody else is', async () => {
    const asked: string[] = [];
    const transport = transportOf(local);
    const chain = await openOn(local, [
      (body, signal) => {
        asked.push(body);
        return transport(body, signal);
      },
    ]);
    const addresses = Array.from(
      { length: 100_000 },
      (_, index) => `0x${(0xee000000 + index).toString(16).padStart(40, '0')}`,
    );
    const { cursor } = await chain.balances({ addresses: addresses.slice(0, 1) });
    const wanted = [addresses[0], addresses[54_321], addresses[99_999]] as string[];
    for (const to of [...wanted, newRecipient()]) await local.administer('USDC', 'mint', to, 7n);
    for (let block = 0; block < 5; block++) await local.pass(1_000);

    const depositsTo = async (some: readonly string[]) => {
      asked.length = 0;
      const found = await chain.deposits({ addresses: some, after: cursor, limit: 100 });
      return { ...found, requests: asked.length, longest: Math.max(...asked.map((body) => body.length)) };
    };
    const many = await depositsTo(addresses);
    expect(many.deposits.map(({ to }) => to.toLowerCase())).toEqual(wanted);
    const one = await depositsTo(wanted.slice(0, 1));
    expect(one.deposits).toEqual(many.deposits.slice(0, 1));
    expect(many.requests).toBe(one.requests);
    expect(many.longest).toBeLessThan(10_000);
    expect((await chain.deposits({ addresses, after: many.cursor, limit: 100 })).deposits).toEqual([]);
    const paged = await chain.deposits({ addresses, after: cursor, limit: 2 });
    expect(paged).toMatchObject({ more: true, deposits: many.deposits.slice(0, 2) });
    const rest = await chain.deposits({ addresses, after: paged.cursor, limit: 2 });
    expect(rest.deposits).toEqual(many.deposits.slice(2));
  });

  it('counts a mint as a deposit from nobody, as one that comes by CCTP is', async () => {
    const chain = await openOn(local);
    const to = newRecipient();
    const { cursor } = await chain.balances({ addresses: [to] });
    await local.administer('USDC', 'mint', to, 9n);
    for (let block = 0; block < 5; block++) await local.pass(1_000);
    const { deposits } = await chain.deposits({ addresses: [to], after: cursor, limit: 10 });
    expect(deposits).toMatchObject([{ from: NOBODY, amount: '9', currency: 'USDC' }]);
  });

  it.each([1, 2, 100])(
    'one of a form that nobody knows is set aside once, and stops no other: %i in an answer',
    async (limit) => {
      let odd: string | undefined;
      const transport = transportOf(local);
      const chain = await openOn(local, [
        async (body, signal) => {
          const answers = JSON.parse(await transport(body, signal)) as unknown;
          return JSON.stringify(answers, (_, value: unknown) => {
            const isOdd = isObject(value) && 'data' in value && value['transactionHash'] === odd;
            return isOdd ? { ...value, data: '0x' } : value;
          });
        },
      ]);
      const to = newRecipient();
      const asked = { addresses: [to] };
      const { cursor } = await chain.balances(asked);
      for (let amount = 1n; amount <= 5n; amount++) await local.administer('USDC', 'mint', to, amount);
      for (let block = 0; block < 5; block++) await local.pass(1_000);
      const all = (await chain.deposits({ ...asked, after: cursor, limit: 100 })).deposits;
      odd = all[2]?.hash;
      const found: string[] = [];
      const aside: SetAside[] = [];
      for (let [after, more] = [cursor, true]; more;) {
        const page = await chain.deposits({ ...asked, after, limit });
        found.push(...page.deposits.map(({ amount }) => amount));
        aside.push(...(page.setAside ?? []));
        ({ cursor: after, more } = page);
      }
      expect(found).toEqual(['1', '2', '4', '5']);
      expect(aside).toEqual([
        { hash: odd, block: all[2]?.block, reason: expect.stringContaining('not known') as string },
      ]);
      const request = { chain: 'base', ...asked, transactions: aside } as const;
      expect(await chain.setAside(request)).toEqual({ deposits: [], setAside: aside });
      odd = undefined;
      expect(await chain.setAside(request)).toEqual({ deposits: [all[2]] });
    },
  );

  it('reads deposits and balances in parts, at one block', async () => {
    const chain = await openOn(local);
    const addresses = Array.from({ length: 700 }, () => newRecipient());
    await local.administer('EURC', 'mint', addresses[699], 5n);
    for (let block = 0; block < 5; block++) await local.pass(1_000);
    const { balances } = await chain.balances({ addresses });
    expect(balances).toHaveLength(700 * CURRENCIES.length);
    expect(balances.filter(({ amount }) => amount !== '0')).toEqual([
      { address: addresses[699], currency: 'EURC', amount: '5' },
    ]);
  });
});
