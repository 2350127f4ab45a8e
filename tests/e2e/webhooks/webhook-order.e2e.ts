import { eventually } from '@stablecoin/event-sourcing/testing';
import { fundedWallet } from '../support/payments';
import { useService } from '../support/service';
import { endedDeliveries, useSubscriptions } from '../support/webhooks';

describe('In order per endpoint and object', () => {
  const service = useService();
  const api = () => service.api.as('webhook_order');
  const subscribe = useSubscriptions(api);
  const fund = (wallet: string, amount: string) => api().post('/sandbox/faucet', { chain: 'base', amount, wallet });

  it('a later event waits until the earlier one is delivered', async () => {
    const { id: wallet } = await fundedWallet(api());
    const subscription = await subscribe({ events: ['wallet.funded'] });
    const { sink } = subscription;
    let failures = 2;
    sink.answer(() => ({ status: failures-- > 0 ? 500 : 200 }));
    for (const amount of ['1.00', '2.00', '3.00', '4.00']) await fund(wallet, amount);

    await endedDeliveries(api(), subscription, 4);
    expect(sink.received.map(({ event, status }) => [event.data['amount'], status])).toEqual([
      ['1.00', 500],
      ['1.00', 500],
      ['1.00', 200],
      ['2.00', 200],
      ['3.00', 200],
      ['4.00', 200],
    ]);
    const sequences = sink.accepted().map(({ event }) => event.sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    expect(new Set(sequences).size).toBe(4);
  });

  it('a later event goes out when the earlier one was given up', async () => {
    const { id: wallet } = await fundedWallet(api());
    const subscription = await subscribe({ events: ['wallet.funded'] });
    const { sink } = subscription;
    sink.answer(({ event }) => ({ status: event.data['amount'] === '1.00' ? 500 : 200 }));
    for (const amount of ['1.00', '2.00']) await fund(wallet, amount);

    const deliveries = await endedDeliveries(api(), subscription, 2);
    expect(deliveries.map(({ status }) => status).toSorted()).toEqual(['delivered', 'failed']);
    expect(sink.received.map(({ event }) => event.data['amount'])).toEqual(['1.00', '1.00', '1.00', '1.00', '2.00']);
  });

  it('another object does not wait for it, and neither does another endpoint', async () => {
    const [stuck, free] = [await fundedWallet(api()), await fundedWallet(api())];
    const [failing, healthy] = [
      await subscribe({ events: ['wallet.funded'] }),
      await subscribe({ events: ['wallet.funded'] }),
    ];
    failing.sink.answer(({ event }) =>
      event.data['id'] === stuck.id ? { status: 500, headers: { 'retry-after': '60' } } : { status: 200 },
    );
    await fund(stuck.id, '1.00');
    await fund(stuck.id, '2.00');
    await fund(free.id, '3.00');

    await eventually(() => failing.sink.accepted().length === 1 && healthy.sink.accepted().length === 3);
    expect(failing.sink.received.map(({ event }) => event.data['amount']).toSorted()).toEqual(['1.00', '3.00']);
    const ofStuck = healthy.sink.accepted().filter(({ event }) => event.data['id'] === stuck.id);
    expect(ofStuck.map(({ event }) => event.data['amount'])).toEqual(['1.00', '2.00']);
  });

  it('many objects at once, to an endpoint that fails at every third event: each once, and each object in order', async () => {
    const wallets = await Promise.all(Array.from({ length: 8 }, () => fundedWallet(api())));
    const subscription = await subscribe({ events: ['wallet.funded'] });
    const { sink } = subscription;
    const seen: string[] = [];
    sink.answer(({ event }) => {
      const isNew = !seen.includes(event.id);
      if (isNew) seen.push(event.id);
      return { status: isNew && seen.length % 3 === 0 ? 503 : 200 };
    });
    const rounds = ['1.00', '2.00', '3.00', '4.00', '5.00'];
    for (const amount of rounds) await Promise.all(wallets.map(({ id }) => fund(id, amount)));

    const deliveries = await endedDeliveries(api(), subscription, wallets.length * rounds.length);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(['delivered']));
    for (const { id } of wallets) {
      const accepted = sink.accepted().filter(({ event }) => event.data['id'] === id);
      expect(accepted.map(({ event }) => event.data['amount'])).toEqual(rounds);
    }
  });
});
