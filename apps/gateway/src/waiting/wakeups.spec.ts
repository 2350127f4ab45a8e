import { ManualClock, silentMeter } from '@stablecoin/event-sourcing/testing';
import { Wakeups } from './wakeups';

describe('Wakeups', () => {
  it('wakes everybody who waits for the key, and nobody else', async () => {
    const clock = new ManualClock();
    const wakeups = new Wakeups(clock, silentMeter);
    const woken: string[] = [];
    const waits = ['a', 'a', 'b'].map((key) => wakeups.wait(key, 100).then(() => woken.push(key)));
    wakeups.wake('a');
    await Promise.all(waits.slice(0, 2));
    expect(woken).toEqual(['a', 'a']);
    clock.advance(100);
    await Promise.all(waits);
    expect(woken).toEqual(['a', 'a', 'b']);
    expect(clock.timers).toBe(0);
  });

  it('ends after the time given', async () => {
    const clock = new ManualClock();
    const wait = new Wakeups(clock, silentMeter).wait('a', 50);
    clock.advance(50);
    await expect(wait).resolves.toBeUndefined();
  });

  it('what was said before counts for nothing', () => {
    const clock = new ManualClock();
    const wakeups = new Wakeups(clock, silentMeter);
    wakeups.wake('a');
    void wakeups.wait('a', 50);
    expect(clock.timers).toBe(1);
  });
});

describe('Wakeups: a question that is asked again', () => {
  const clock = new ManualClock();
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('polls with growing pauses until the deadline, and returns the last answer', async () => {
    const start = clock.now();
    const asked: number[] = [];
    const ask = () => Promise.resolve(asked.push(clock.now() - start));
    const answer = new Wakeups(clock, silentMeter).poll('a', start + 10, ask, () => false);
    for (let ms = 0; ms < 10; ms++) {
      await settle();
      clock.advance(1);
    }
    expect(await answer).toBe(5);
    expect(asked).toEqual([0, 1, 3, 7, 10]);
    expect(clock.timers).toBe(0);
  });

  it('polls at once on a wakeup, until an answer is accepted', async () => {
    const wakeups = new Wakeups(clock, silentMeter);
    let answer = 0;
    const done = wakeups.poll(
      'a',
      clock.now() + 1_000,
      () => Promise.resolve(++answer),
      (each) => each === 3,
    );
    await settle();
    wakeups.wake('a');
    await settle();
    wakeups.wake('a');
    expect(await done).toBe(3);
  });

  it('asks once when the deadline has already passed', async () => {
    expect(
      await new Wakeups(clock, silentMeter).poll(
        'a',
        clock.now() - 1,
        () => Promise.resolve('late'),
        () => false,
      ),
    ).toBe('late');
  });

  it('refuses more than may wait, before anything is done, and has room again when one has ended', async () => {
    const wakeups = new Wakeups(new ManualClock(), silentMeter, 1);
    let end = (): void => undefined;
    const waiting = wakeups.whileWaiting(() => new Promise<void>((resolve) => (end = resolve)));
    const work = jest.fn(() => Promise.resolve('done'));
    await expect(wakeups.whileWaiting(work)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(work).not.toHaveBeenCalled();
    end();
    await waiting;
    expect(await wakeups.whileWaiting(work)).toBe('done');
  });
});
