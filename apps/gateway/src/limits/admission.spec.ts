import { ManualClock, RecordingMeter } from '@stablecoin/event-sourcing/testing';
import { Admission, QUEUE_MS_MAX, type Place } from './admission';

describe('admission', () => {
  let clock: ManualClock;
  let meter: RecordingMeter;
  let admission: Admission;
  let busyShare: number;
  beforeEach(() => {
    clock = new ManualClock();
    meter = new RecordingMeter();
    busyShare = 1;
    admission = new Admission({ placesMax: 2, queueMax: 3, clock, meter, busyShare: () => busyShare });
  });

  /** Comes as one after the other, and notes what becomes of each. */
  function come(...names: readonly string[]): Map<string, Place | null> {
    const outcomes = new Map<string, Place | null>();
    for (const name of names) void admission.enter().then((place) => outcomes.set(name, place));
    return outcomes;
  }
  const namesIn = (outcomes: ReadonlyMap<string, Place | null>): string[] =>
    [...outcomes].filter(([, place]) => place !== null).map(([name]) => name);
  const namesAway = (outcomes: ReadonlyMap<string, Place | null>): string[] =>
    [...outcomes].filter(([, place]) => place === null).map(([name]) => name);
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  it('lets in as many as there are places, queues as many as the queue takes, and turns the rest away at once', async () => {
    const outcomes = come('a', 'b', 'c', 'd', 'e', 'f');
    expect(admission.isFull).toBe(true);
    await settle();
    expect(namesIn(outcomes)).toEqual(['a', 'b']);
    expect(namesAway(outcomes)).toEqual(['f']);
    expect(meter.read('gateway_requests_in_progress')).toBe(2);
    expect(meter.read('gateway_requests_queued')).toBe(3);
  });

  it('gives a place that is left to the one that waits longest, while nobody waits for long', async () => {
    const outcomes = come('a', 'b', 'c', 'd', 'e');
    await settle();
    outcomes.get('a')?.leave();
    clock.advance(QUEUE_MS_MAX / 2 - 1);
    outcomes.get('b')?.leave();
    await settle();
    expect(namesIn(outcomes)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives a place that is left to the newest, where one has waited for half a second: more comes than can be done', async () => {
    const outcomes = come('a', 'b', 'c');
    await settle();
    clock.advance(QUEUE_MS_MAX / 2);
    const later = come('d', 'e');
    outcomes.get('a')?.leave();
    outcomes.get('b')?.leave();
    await settle();
    expect(namesIn(later)).toEqual(['e', 'd']);
    clock.advance(QUEUE_MS_MAX / 2);
    await settle();
    expect(namesAway(outcomes)).toEqual(['c']);
  });

  it('a place is left once, however often it is said', async () => {
    const outcomes = come('a', 'b', 'c', 'd');
    await settle();
    for (let n = 0; n < 3; n++) outcomes.get('a')?.leave();
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

  it('a request that waits while the process is at work keeps its place, for two seconds at most', async () => {
    const outcomes = come('a', 'b');
    clock.advance(1_900);
    expect(meter.read('gateway_requests_in_progress')).toBe(2);
    clock.advance(100);
    expect(meter.read('gateway_requests_in_progress')).toBe(0);
    await settle();
    outcomes.get('a')?.leave();
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
    outcomes.get('a')?.leave();
    clock.advance(100);
    expect(clock.timers).toBe(0);
  });

  it('tells by itself whether this process is at work', async () => {
    const own = new Admission({ placesMax: 1, queueMax: 0, clock, meter });
    await own.enter();
    // A process that does nothing but wait.
    await new Promise((resolve) => setTimeout(resolve, 50));
    clock.advance(100);
    expect(own.isFull).toBe(false);
  });
});
