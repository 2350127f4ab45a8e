import type { Message } from '@stablecoin/contracts';
import { ManualClock } from '@stablecoin/event-sourcing/testing';
import { publishInTime } from './publish-in-time';

const NOW = 1_000_000;

const step = (type: string, expiresAt?: number): Message => ({
  ...{ id: 'msg_1', type, key: 'key', time: 1, data: { paymentId: 'pay_1', amount: '1' }, account: 'acme' },
  ...{ livemode: false, correlationId: 'req_1', causationId: 'evt_1' },
  ...(expiresAt === undefined ? {} : { expiresAt, position: 7 }),
});

describe('Protocol rule 30: the first step of an order goes out in time, or never', () => {
  const clock = new ManualClock(NOW);
  let published: Message[];
  let durable: (position?: number) => Promise<void>;
  const publish = (...messages: Message[]) =>
    publishInTime({
      publish: async (given) => void published.push(...given),
      store: { durable: (position) => durable(position) },
      clock,
    })(messages);
  beforeEach(() => {
    published = [];
    durable = () => Promise.resolve();
  });

  it('publishes the first step before the expiry, without its expiry', async () => {
    await publish(step('compliance.ScreenPayment', NOW), step('treasury.ReserveFunds'));
    expect(published).toEqual([step('compliance.ScreenPayment'), step('treasury.ReserveFunds')]);
  });

  it('the first step waits until the order is on the disk, and is not published if it expires meanwhile', async () => {
    let written = (): void => undefined;
    durable = (position) => new Promise((resolve) => (written = position === 7 ? resolve : written));
    const publishing = publish(step('compliance.ScreenPayment', NOW + 5), step('treasury.ReserveFunds', NOW + 5));
    expect(published).toEqual([]);
    clock.advance(6);
    written();
    await publishing;
    const data = { paymentId: 'pay_1' };
    expect(published).toMatchObject([
      { type: 'payment.ExpirePayment', key: 'pay_1', data: { ...data, phase: 'screening' }, correlationId: 'req_1' },
      { type: 'payment.ExpirePayment', key: 'pay_1', data: { ...data, phase: 'reserving' } },
    ]);
    expect(
      published.every((message) => message.id !== 'msg_1' && !('expiresAt' in message) && !('position' in message)),
    ).toBe(true);
  });

  it('retries the first step while the store cannot write', async () => {
    durable = () => Promise.reject(new Error('the disk is full'));
    await expect(publish(step('compliance.ScreenPayment', NOW + 100))).rejects.toThrow('the disk is full');
    expect(published).toEqual([]);
  });

  it('what does not expire waits for nothing', async () => {
    durable = () => new Promise(() => undefined);
    await publish(step('treasury.ReserveFunds'));
    expect(published).toEqual([step('treasury.ReserveFunds')]);
  });
});
