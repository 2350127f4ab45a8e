import { eventually } from '@stablecoin/event-sourcing/testing';
import { EVM_RECIPIENT, expectError, idOf, TIME } from '../support/payments';
import { useService } from '../support/service';

const UNSET = { low_balance: { total: null, chains: { base: null, ethereum: null, solana: null } } };

describe('PATCH /v1/treasury/settings', () => {
  const service = useService();
  const api = () => service.api.as('treasury_settings');
  const patch = (lowBalance: unknown) => api().patch('/treasury/settings', { low_balance: lowBalance });
  const read = async () => (await api().get('/treasury/settings')).body;
  const pay = (amount: string, chain = 'base') => api().post('/payments', { to: EVM_RECIPIENT, amount, chain });
  const fund = (amount: string, chain = 'base') => api().post('/sandbox/faucet', { chain, amount });

  let markers = 0;

  /** Everything that was said of low balances but for the markers, the oldest first. */
  async function alarms(): Promise<string[]> {
    const { body } = await api().get('/events?type=treasury.low_balance&limit=100');
    const events = body['data'] as { data: { scope: string; threshold: string; balance: string } }[];
    return events
      .toReversed()
      .filter(({ data }) => data.scope !== 'solana')
      .map(({ data }) => `${data.scope} ${data.balance} < ${data.threshold}`);
  }

  /** Events of one treasury are told in their order: what is not listed before a later one was never sent. */
  async function alarmsSince(before: readonly string[]): Promise<string[]> {
    const marker = `${2_000_000 + ++markers}.00`;
    await patch({ chains: { solana: marker } });
    await eventually(async () => {
      const { body } = await api().get('/events?type=treasury.low_balance&limit=100');
      const thresholds = (body['data'] as { data: { threshold: string } }[]).map(({ data }) => data.threshold);
      expect(thresholds).toContain(marker);
    });
    return (await alarms()).slice(before.length);
  }

  beforeEach(async () => {
    await patch({ total: null, chains: { base: null, ethereum: null, solana: null } });
  });

  it('answers the settings, and leaves the fields that are not named unchanged', async () => {
    const set = await patch({ total: '1000', chains: { base: '100.5' } });
    expect({ status: set.status, body: set.body }).toEqual({
      status: 200,
      body: { low_balance: { total: '1000.00', chains: { base: '100.50', ethereum: null, solana: null } } },
    });
    expect(await read()).toEqual(set.body);

    const more = await patch({ chains: { solana: '7.000001' } });
    expect(more.body).toEqual({
      low_balance: { total: '1000.00', chains: { base: '100.50', ethereum: null, solana: '7.000001' } },
    });
    expect((await patch({})).body).toEqual(more.body);
    expect((await patch({ chains: {} })).body).toEqual(more.body);

    const cleared = await patch({ total: null, chains: { base: null } });
    expect(cleared.body).toEqual({
      low_balance: { total: null, chains: { base: null, ethereum: null, solana: '7.000001' } },
    });
    expect(await read()).toEqual(cleared.body);
  });

  it.each<[string | undefined, unknown]>([
    ['low_balance', {}],
    ['low_balance', { low_balance: null }],
    ['low_balance', { low_balance: '100.00' }],
    ['low_balance', { low_balance: ['100.00'] }],
    ['low_balance.total', { low_balance: { total: 100 } }],
    ['low_balance.total', { low_balance: { total: '0' } }],
    ['low_balance.total', { low_balance: { total: '-5' } }],
    ['low_balance.total', { low_balance: { total: '1e3' } }],
    ['low_balance.total', { low_balance: { total: '1.0000001' } }],
    ['low_balance.total', { low_balance: { total: '1000000000000000' } }],
    ['low_balance.total', { low_balance: { total: '' } }],
    ['low_balance.chains', { low_balance: { chains: '1.00' } }],
    ['low_balance.chains', { low_balance: { chains: [] } }],
    ['low_balance.chains.base', { low_balance: { chains: { base: 5 } } }],
    ['low_balance.chains.Base', { low_balance: { chains: { Base: '5.00' } } }],
    ['low_balance.chains.auto', { low_balance: { chains: { auto: '5.00' } } }],
    ['low_balance.base', { low_balance: { base: '5.00' } }],
    ['total', { total: '5.00' }],
    [undefined, []],
    [undefined, 'text'],
  ])('answers 400 and changes nothing for a malformed %s: %j', async (param, body) => {
    const response = await api().patch('/treasury/settings', body);
    expectError(response, 400, 'invalid_request', param === undefined ? {} : { param });
    expect(await read()).toEqual(UNSET);
  });

  it('sends treasury.low_balance with the new balance when it falls below the threshold', async () => {
    const { body: balance } = await api().get('/treasury/balance');
    const before = await alarms();
    await patch({ chains: { ethereum: '999990.00' } });
    expect((await pay('10.00', 'ethereum')).body).toMatchObject({ status: 'settled' });
    expect(await alarmsSince(before)).toEqual([]);
    expect((await pay('0.01', 'ethereum')).body).toMatchObject({ status: 'settled' });

    expect(await alarmsSince(before)).toEqual(['ethereum 999989.99 < 999990.00']);
    const { body: events } = await api().get('/events?type=treasury.low_balance&limit=100');
    const event = (events['data'] as { data: { scope: string } }[]).find(({ data }) => data.scope === 'ethereum');
    const { chains, available } = balance as { chains: object; available: object };
    expect(event).toEqual({
      id: idOf('evt'),
      type: 'treasury.low_balance',
      created_at: TIME,
      sequence: expect.any(Number),
      livemode: false,
      data: {
        ...balance,
        usdc: (Number(balance['usdc']) - 10.01).toFixed(2),
        chains: { ...chains, ethereum: '999989.99' },
        available: { ...available, ethereum: { usdc: '999989.99', eurc: '1000000.00' } },
        as_of: TIME,
        scope: 'ethereum',
        threshold: '999990.00',
        balance: '999989.99',
      },
    });
  });

  it('sends one event per crossing, even when the balance oscillates, and rearms well above the threshold', async () => {
    const { body } = await api().get('/treasury/balance');
    const base = Number((body['chains'] as Record<string, string>)['base']);
    const threshold = (base - 50).toFixed(2);
    await patch({ chains: { base: threshold } });
    const before = await alarms();

    await pay('60.00');
    await fund('20.00');
    await pay('20.00');
    await fund('30.00');
    await pay('30.00');
    expect(await alarmsSince(before)).toEqual([`base ${(base - 60).toFixed(2)} < ${threshold}`]);

    await fund('20000.00');
    await pay('20000.00');
    const again = `base ${(base - 60).toFixed(2)} < ${threshold}`;
    expect(await alarmsSince(before)).toEqual([again, again]);
  });

  it('sends an event at once for a threshold above the balance, and again for another threshold', async () => {
    const { body } = await api().get('/treasury/balance');
    const before = await alarms();
    await patch({ total: '5000000' });
    await patch({ total: '5000000' });
    expect(await alarmsSince(before)).toEqual([`total ${String(body['usdc'])} < 5000000.00`]);

    await patch({ total: '6000000' });
    expect(await alarmsSince(before)).toEqual([
      `total ${String(body['usdc'])} < 5000000.00`,
      expect.stringMatching(/^total \d+\.\d\d < 6000000\.00$/),
    ]);
  });

  it('ignores EURC, and sends nothing without a threshold', async () => {
    const before = await alarms();
    await pay('500.00');
    expect(await alarmsSince(before)).toEqual([]);
    await patch({ total: '1000.00' });
    const eurc = await api().post('/payments', {
      to: EVM_RECIPIENT,
      amount: '999999.00',
      currency: 'EURC',
      chain: 'base',
    });
    expect(eurc.body).toMatchObject({ status: 'settled' });
    expect(await alarmsSince(before)).toEqual([]);
  });
});
