import { systemClock } from './ports';
import { eventually } from './testing/eventually';
import { ManualClock } from './testing/manual-clock';
import { backoffMs, pause, settle } from './timing';

describe('backoffMs', () => {
  it('doubles up to the longest wait, however many failures there are', () => {
    const waits = [1, 2, 3, 4, 5, 2_000].map((failures) => backoffMs({ firstMs: 50, longestMs: 300 }, failures));
    expect(waits).toEqual([50, 100, 200, 300, 300, 300]);
  });
});

describe('pause', () => {
  it('ends at its time, and not before', async () => {
    const clock = new ManualClock();
    let ended = false;
    const pausing = pause(clock, 10).then(() => (ended = true));
    clock.advance(9);
    await Promise.resolve();
    expect(ended).toBe(false);
    clock.advance(1);
    await pausing;
  });

  it('ends at once when it is aborted, before or meanwhile, and leaves no timer', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const pausing = pause(clock, 10, stop.signal);
    expect(clock.timers).toBe(1);
    stop.abort();
    await pausing;
    await pause(clock, 10, stop.signal);
    expect(clock.timers).toBe(0);
  });
});

describe('settle', () => {
  it.each([
    ['resolves', Promise.resolve()],
    ['rejects', Promise.reject(new Error('no'))],
  ])('ends when the work %s', async (_how, work) => {
    const clock = new ManualClock();
    await settle(clock, 10, work);
    expect(clock.timers).toBe(0);
  });

  it('ends at its time when the work does not', async () => {
    const clock = new ManualClock();
    const settling = settle(clock, 10, new Promise(() => undefined));
    clock.advance(10);
    await settling;
  });
});

describe('systemClock', () => {
  it('calls back when the time has come, never before', async () => {
    const at = systemClock.now() + 20;
    let called = 0;
    systemClock.setTimer(at, () => (called = systemClock.now()));
    await eventually(() => called > 0);
    expect(called).toBeGreaterThanOrEqual(at);
  });

  it('calls back soon for what has passed, and never when it was ended', async () => {
    const called: string[] = [];
    const end = systemClock.setTimer(0, () => called.push('ended'));
    systemClock.setTimer(0, () => called.push('passed'));
    end();
    expect(called).toEqual([]);
    await eventually(() => called.length > 0);
    expect(called).toEqual(['passed']);
  });

  describe('on faked timers', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('waits longer than Node can in one go', () => {
      let called = false;
      const day = 24 * 60 * 60_000;
      systemClock.setTimer(Date.now() + 60 * day, () => (called = true));
      jest.advanceTimersByTime(60 * day - 1);
      expect(called).toBe(false);
      jest.advanceTimersByTime(1);
      expect(called).toBe(true);
    });

    it('notices within a minute that the wall clock was set forward', () => {
      let called = false;
      systemClock.setTimer(Date.now() + 60 * 60_000, () => (called = true));
      jest.setSystemTime(Date.now() + 2 * 60 * 60_000);
      jest.advanceTimersByTime(60_000);
      expect(called).toBe(true);
    });
  });
});
