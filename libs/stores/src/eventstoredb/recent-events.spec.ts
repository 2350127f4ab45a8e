import { newEvents } from '../testing/event-store-contract/fixture';
import type { RecordedEvent } from '@stablecoin/event-sourcing';
import { StreamFilter } from '../stream-filter';
import { RecentEvents } from './recent-events';

/** Events at these positions, in turns of two streams. */
function eventsAt(...positions: readonly number[]): RecordedEvent[] {
  return newEvents(positions.length).map((event, n) => ({
    ...event,
    stream: n % 2 === 0 ? 'order-1' : 'refund-1',
    revision: n,
    position: positions[n]!,
  }));
}

const ALL = new StreamFilter(undefined);
const REFUNDS = new StreamFilter(['refund-']);

describe('the events that were read last', () => {
  const positionsOf = (recent: RecentEvents, after: number, limit: number, filter = ALL) => {
    const page = recent.page(after, limit, filter);
    return page && [page.events.map(({ position }) => position), page.position];
  };

  it('are handed out from any position on, also from one between two of them', () => {
    const recent = new RecentEvents();
    recent.clear(100);
    recent.add(eventsAt(130, 170, 200, 260), 300);
    expect(positionsOf(recent, 100, 9)).toEqual([[130, 170, 200, 260], 300]);
    expect(positionsOf(recent, 170, 9)).toEqual([[200, 260], 300]);
    expect(positionsOf(recent, 171, 9)).toEqual([[200, 260], 300]);
    expect(positionsOf(recent, 300, 9)).toEqual([[], 300]);
  });

  it('are cut at a limit, and filtered', () => {
    const recent = new RecentEvents();
    recent.add(eventsAt(130, 170, 200, 260), 300);
    expect(positionsOf(recent, 0, 2)).toEqual([[130, 170], 170]);
    expect(positionsOf(recent, 0, 1, REFUNDS)).toEqual([[170], 170]);
    expect(positionsOf(recent, 170, 2, REFUNDS)).toEqual([[260], 300]);
  });

  it('are not handed out from before those that are kept', () => {
    const recent = new RecentEvents(4);
    recent.clear(100);
    expect(positionsOf(recent, 99, 9)).toBeUndefined();
    recent.add(
      eventsAt(1, 2, 3, 4, 5, 6, 7, 8).map((event) => ({ ...event, position: event.position + 100 })),
      108,
    );
    expect(positionsOf(recent, 103, 9)).toBeUndefined();
    expect(positionsOf(recent, 104, 9)).toEqual([[105, 106, 107, 108], 108]);
  });
});
