import { ManualClock } from '@stablecoin/event-sourcing/testing';
import { Wakeups } from './wakeups';

describe('Wakeups', () => {
  it('wakes everybody who waits for the key, and nobody else', async () => {
    const clock = new ManualClock();
    const wakeups = new Wakeups(clock);
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
    const wait = new Wakeups(clock).wait('a', 50);
    clock.advance(50);
    await expect(wait).resolves.toBeUndefined();
  });

  it('what was said before counts for nothing', () => {
    const clock = new ManualClock();
    const wakeups = new Wakeups(clock);
    wakeups.wake('a');
    void wakeups.wait('a', 50);
    expect(clock.timers).toBe(1);
  });
});
