import { ManualClock } from '@stablecoin/event-sourcing/testing';
import { jumpingClock } from './jumping-clock';

describe('jumpingClock', () => {
  it('is off by one jump after the other, and begins again', () => {
    const real = new ManualClock(0);
    const clock = jumpingClock(real, [0, 5_000, -2_000]);
    const seen = Array.from({ length: 4 }, () => {
      const now = clock.now() - real.now();
      real.advance(300);
      return now;
    });
    expect(seen).toEqual([0, 5_000, -2_000, 0]);
  });

  it('calls back once its own time has come, never before and not when it was told to stop', () => {
    const real = new ManualClock(0);
    const clock = jumpingClock(real, [0, -1_000, 2_000]);
    const calledAt: number[] = [];
    clock.setTimer(1_500, () => calledAt.push(clock.now()));
    clock.setTimer(1_500, () => calledAt.push(-1))();
    real.advance(599);
    expect(calledAt).toEqual([]);
    real.advance(1);
    expect(calledAt).toEqual([2_600]);
  });
});
