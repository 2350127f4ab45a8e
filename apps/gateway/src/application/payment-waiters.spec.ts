import type { PaymentEvent, PaymentEventType } from '@stablecoin/contracts';
import { ManualClock, silentMeter } from '@stablecoin/event-sourcing/testing';
import { PaymentWaiters } from './payment-waiters';

const ID = 'pay_1';
const event = (type: PaymentEventType, key = ID): PaymentEvent => ({ type, key }) as PaymentEvent;

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
      const answer = watch.answer(0);
      waiters.accept(event('payment.initiated'));
      waiters.accept(event(type));
      expect((await answer)?.type).toBe(type);
      expect(clock.timers).toBe(0);
    },
  );

  it('an event that comes before anybody asks is not lost', async () => {
    const watch = waiters.watch(ID, 1_000);
    waiters.accept(event('payment.settled'));
    expect((await watch.answer(0))?.type).toBe('payment.settled');
  });

  it('when the window is over, the existence of the payment answers', async () => {
    const watch = waiters.watch(ID, 1_000);
    const answer = watch.answer(5_000);
    waiters.accept(event('payment.initiated'));
    clock.advance(1_000);
    expect((await answer)?.type).toBe('payment.initiated');
  });

  it('without a sign of the payment the grace follows the window, and any event ends it', async () => {
    const watch = waiters.watch(ID, 1_000);
    const answer = watch.answer(5_000);
    clock.advance(5_999);
    waiters.accept(event('payment.initiated'));
    expect((await answer)?.type).toBe('payment.initiated');
  });

  it('nothing at all is undefined', async () => {
    const answer = waiters.watch(ID, 1_000).answer(5_000);
    clock.advance(6_000);
    expect(await answer).toBeUndefined();
  });

  it('without a window the first event is the answer, whatever follows it', async () => {
    const watch = waiters.watch(ID, 0);
    waiters.accept(event('payment.initiated'));
    waiters.accept(event('payment.settled'));
    expect((await watch.answer(5_000))?.type).toBe('payment.initiated');
  });

  it('an older event that comes again does not take the outcome away', async () => {
    const watch = waiters.watch(ID, 1_000);
    waiters.accept(event('payment.settled'));
    waiters.accept(event('payment.initiated'));
    expect((await watch.answer(0))?.type).toBe('payment.settled');
  });

  it('wakes every request of a payment, and none of another', async () => {
    const [first, second] = [waiters.watch(ID, 1_000).answer(0), waiters.watch(ID, 1_000).answer(0)];
    const other = waiters.watch('pay_2', 1_000).answer(0);
    waiters.accept(event('payment.settled'));
    expect((await first)?.type).toBe('payment.settled');
    expect((await second)?.type).toBe('payment.settled');
    clock.advance(1_000);
    expect(await other).toBeUndefined();
  });

  it('a shutdown closes every window', async () => {
    const answer = waiters.watch(ID, 30_000).answer(0);
    waiters.accept(event('payment.initiated'));
    waiters.closeWindows();
    expect((await answer)?.type).toBe('payment.initiated');
  });

  it('a watch that ended holds nothing', () => {
    const reads: (() => number | Promise<number>)[] = [];
    waiters = new PaymentWaiters(clock, { ...silentMeter, gauge: (_, __, read) => reads.push(read) });
    const watch = waiters.watch(ID, 1_000);
    void watch.answer(0);
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
