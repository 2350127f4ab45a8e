import { ManualClock, RecordingMeter } from '@stablecoin/event-sourcing/testing';
import { Admission, QUEUE_MS_MAX, type Slot } from './admission';

describe('admission', () => {
  let clock: ManualClock;
  let meter: RecordingMeter;
  let admission: Admission;
  let busyShare: number;
  beforeEach(() => {
    clock = new ManualClock();
    meter = new RecordingMeter();
    busyShare = 1;
    admission = new Admission({ slotsMax: 2, queueMax: 3, clock, meter, busyShare: () => busyShare });
  });

  /** Comes as one after the other, and notes what becomes of each. */
  function come(...names: readonly string[]): Map<string, Slot | null> {
    const outcomes = new Map<string, Slot | null>();
    for (const name of names) void admission.enter().then((slot) => outcomes.set(name, slot));
    return outcomes;
  }
  const namesIn = (outcomes: ReadonlyMap<string, Slot | null>): string[] =>
    [...outcomes].filter(([, slot]) => slot !== null).map(([name]) => name);
  const namesAway = (outcomes: ReadonlyMap<string, Slot | null>): string[] =>
    [...outcomes].filter(([, slot]) => slot === null).map(([name]) => name);
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('admits a request per slot, queues up to the limit, and rejects the rest at once', async () => {
    const outcomes = come('a', 'b', 'c', 'd', 'e', 'f');
    expect(admission.isFull).toBe(true);
    await settle();
    expect(namesIn(outcomes)).toEqual(['a', 'b']);
    expect(namesAway(outcomes)).toEqual(['f']);
    expect(meter.read('gateway_requests_in_progress')).toBe(2);
    expect(meter.read('gateway_requests_queued')).toBe(3);
  });

  it('gives a released slot to the oldest waiting request while no request waits long', async () => {
    const outcomes = come('a', 'b', 'c', 'd', 'e');
    await settle();
    outcomes.get('a')?.release();
    clock.advance(QUEUE_MS_MAX / 2 - 1);
    outcomes.get('b')?.release();
    await settle();
    expect(namesIn(outcomes)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives a released slot to the newest request once one has waited for half a second', async () => {
    const outcomes = come('a', 'b', 'c');
    await settle();
    clock.advance(QUEUE_MS_MAX / 2);
    const later = come('d', 'e');
    outcomes.get('a')?.release();
    outcomes.get('b')?.release();
    await settle();
    expect(namesIn(later)).toEqual(['e', 'd']);
    clock.advance(QUEUE_MS_MAX / 2);
    await settle();
    expect(namesAway(outcomes)).toEqual(['c']);
  });

  it('releases a slot once, however often release is called', async () => {
    const outcomes = come('a', 'b', 'c', 'd');
    await settle();
    for (let n = 0; n < 3; n++) outcomes.get('a')?.release();
    await settle();
    expect(namesIn(outcomes)).toEqual(['a', 'b', 'c']);
    expect(meter.read('gateway_requests_in_progress')).toBe(2);
  });

  it('turns away whoever has waited for a second, and nobody before', async () => {
    const outcomes = come('a', 'b', 'c');
    clock.advance(QUEUE_MS_MAX / 2);
    const later = come('d');
    clock.advance(QUEUE_MS_MAX / 2 - 100);
    await settle();
    expect(namesAway(outcomes)).toEqual([]);
    clock.advance(100);
    await settle();
    expect(namesAway(outcomes)).toEqual(['c']);
    expect(namesAway(later)).toEqual([]);
    expect(meter.read('gateway_requests_queued')).toBe(1);
  });

  it('a request that waits while the process has nothing to do makes room: a slow chain keeps nobody out', async () => {
    const outcomes = come('slow', 'slow too', 'quick');
    busyShare = 0.1;
    clock.advance(100);
    await settle();
    expect(namesIn(outcomes)).toEqual(['slow', 'slow too', 'quick']);
    expect(meter.read('gateway_requests_in_progress')).toBe(1);
  });

  it('a request that waits while the process is at work keeps its slot, for two seconds at most', async () => {
    const outcomes = come('a', 'b');
    clock.advance(1_900);
    expect(meter.read('gateway_requests_in_progress')).toBe(2);
    clock.advance(100);
    expect(meter.read('gateway_requests_in_progress')).toBe(0);
    await settle();
    outcomes.get('a')?.release();
    expect(meter.read('gateway_requests_in_progress')).toBe(0);
  });

  it('a process whose timers come late is at work, or kept from it: then nobody makes room early', async () => {
    come('a', 'b');
    await settle();
    busyShare = 0;
    const late = clock.setTimer.bind(clock);
    // From now on every timer comes 20 ms after its time.
    clock.setTimer = (at, callback) => late(at + 20, callback);
    clock.advance(100);
    expect(meter.read('gateway_requests_in_progress')).toBe(0);
    come('c', 'd');
    await settle();
    clock.advance(1_000);
    expect(meter.read('gateway_requests_in_progress')).toBe(2);
  });

  it('looks at nothing while nothing is under way', async () => {
    const outcomes = come('a');
    await settle();
    outcomes.get('a')?.release();
    clock.advance(100);
    expect(clock.timers).toBe(0);
  });

  it('tells by itself whether this process is at work', async () => {
    const loop = jest.spyOn(performance, 'eventLoopUtilization');
    const has = (utilization: number): unknown => loop.mockReturnValue({ idle: 0, active: 0, utilization });
    has(1);
    const own = new Admission({ slotsMax: 1, queueMax: 0, clock, meter });
    await own.enter();
    // After two seconds anybody makes room.
    for (let passed = 0; passed < 1_000; passed += 100) clock.advance(100);
    expect(own.isFull).toBe(true);
    has(0);
    clock.advance(100);
    clock.advance(100);
    expect(own.isFull).toBe(false);
    loop.mockRestore();
  });
});
