import type { PublicPaymentEvent, PaymentEventType } from '@stablecoin/contracts';
import { ManualClock, silentMeter } from '@stablecoin/event-sourcing/testing';
import { PaymentWaiters } from './payment-waiters';

const ID = 'pay_1';
const event = (type: PaymentEventType, key = ID): PublicPaymentEvent => ({ type, key }) as PublicPaymentEvent;

describe('waiting for what becomes of a payment', () => {
  let clock: ManualClock;
  let waiters: PaymentWaiters;
  beforeEach(() => {
    clock = new ManualClock();
    waiters = new PaymentWaiters(clock, silentMeter);
  });

  it.each(['payment.settled', 'payment.failed', 'payment.compliance_blocked', 'payment.waiting'] as const)(
    '%s answers',
    async (type) => {
      const watch = waiters.watch(ID, 1_000);
      const outcome = watch.outcome();
      waiters.accept(event('payment.initiated'));
      waiters.accept(event(type));
      expect((await outcome)?.type).toBe(type);
      expect(clock.timers).toBe(0);
    },
  );

  it('an event that comes before anybody asks is not lost', async () => {
    const watch = waiters.watch(ID, 1_000);
    waiters.accept(event('payment.settled'));
    expect((await watch.outcome())?.type).toBe('payment.settled');
  });

  it('stops waiting at the end of the window; the existence of a payment is no outcome', async () => {
    const watch = waiters.watch(ID, 1_000);
    const outcome = watch.outcome();
    waiters.accept(event('payment.initiated'));
    clock.advance(1_000);
    expect(await outcome).toBeUndefined();
    expect((await watch.sign(5_000))?.type).toBe('payment.initiated');
    expect(clock.timers).toBe(0);
  });

  it('a sign is waited for once the window is over, and any event is one', async () => {
    const watch = waiters.watch(ID, 1_000);
    const outcome = watch.outcome();
    clock.advance(1_000);
    expect(await outcome).toBeUndefined();
    const sign = watch.sign(5_000);
    clock.advance(4_999);
    waiters.accept(event('payment.initiated'));
    expect((await sign)?.type).toBe('payment.initiated');
  });

  it('nothing at all is undefined', async () => {
    const watch = waiters.watch(ID, 1_000);
    const outcome = watch.outcome();
    clock.advance(1_000);
    expect(await outcome).toBeUndefined();
    const sign = watch.sign(5_000);
    clock.advance(5_000);
    expect(await sign).toBeUndefined();
  });

  it('without a window the first event is the sign, whatever follows it', async () => {
    const watch = waiters.watch(ID, 0);
    waiters.accept(event('payment.initiated'));
    waiters.accept(event('payment.settled'));
    expect(await watch.outcome()).toBeUndefined();
    expect((await watch.sign(5_000))?.type).toBe('payment.initiated');
  });

  it('an older event that comes again does not take the outcome away', async () => {
    const watch = waiters.watch(ID, 1_000);
    waiters.accept(event('payment.settled'));
    waiters.accept(event('payment.initiated'));
    expect((await watch.outcome())?.type).toBe('payment.settled');
  });

  it('wakes every request of a payment, and none of another', async () => {
    const [first, second] = [waiters.watch(ID, 1_000).outcome(), waiters.watch(ID, 1_000).outcome()];
    const other = waiters.watch('pay_2', 1_000).outcome();
    waiters.accept(event('payment.settled'));
    expect((await first)?.type).toBe('payment.settled');
    expect((await second)?.type).toBe('payment.settled');
    clock.advance(1_000);
    expect(await other).toBeUndefined();
  });

  it('a shutdown closes every window', async () => {
    const outcome = waiters.watch(ID, 30_000).outcome();
    waiters.closeWindows();
    expect(await outcome).toBeUndefined();
  });

  it('a watch that ended holds nothing', () => {
    const reads: (() => number | Promise<number>)[] = [];
    waiters = new PaymentWaiters(clock, { ...silentMeter, gauge: (_, __, read) => reads.push(read) });
    const watch = waiters.watch(ID, 1_000);
    void watch.outcome();
    expect(reads.map((read) => read())).toEqual([1]);
    watch.end();
    watch.end();
    expect(reads.map((read) => read())).toEqual([0]);
    expect(clock.timers).toBe(0);
  });

  it('more than can wait are told to come again later: nothing is wrong with the service', () => {
    const watches = Array.from({ length: 20_000 }, (_, n) => waiters.watch(`pay_${n}`, 1_000));
    expect(() => waiters.watch(ID, 1_000)).toThrow(expect.objectContaining({ code: 'rate_limited' }) as Error);
    watches[0]?.end();
    expect(() => waiters.watch(ID, 1_000)).not.toThrow();
  });
});
