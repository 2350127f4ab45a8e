import { newEvents } from '../testing/event-store-contract/fixture';
import { appendsOf, type EncodedEvent, positionOf } from './codec';

const idsOf = (appends: readonly (readonly EncodedEvent[])[]) => appends.map((append) => append.map(({ id }) => id));

describe('a position', () => {
  it('is a number as long as that is exact', () => {
    expect(positionOf({ commit: 2n ** 53n - 1n, prepare: 0n })).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each([2n ** 53n, 2n ** 64n - 1n])('is refused beyond that: %p', (commit) => {
    expect(() => positionOf({ commit, prepare: commit })).toThrow(RangeError);
  });

  it('that a server does not tell is refused', () => {
    expect(() => positionOf(undefined)).toThrow('the event store gave NaN as a position');
  });
});

describe('an event that the server would refuse, with every other append of its call', () => {
  const [event] = newEvents(1);

  it.each([
    ['no type', { ...event!, type: '' }, 'has no type'],
    ['the nil uuid', { ...event!, id: '00000000-0000-0000-0000-000000000000' }, 'the nil uuid'],
  ])('is refused before it is sent: %s', (_, refused, reason) => {
    expect(() => appendsOf('order-1', [refused])).toThrow(reason);
    expect(() => appendsOf('order-1', [refused])).toThrow(TypeError);
  });
});

describe('what is more than the server takes at once', () => {
  it('is cut between commands, never within one', () => {
    const [first, second, third] = newEvents(3, { text: 'x'.repeat(400_000) });
    const sameCommand = { ...third!, metadata: second!.metadata };
    expect(idsOf(appendsOf('order-1', [first!, second!, sameCommand]))).toEqual([[first!.id], [second!.id, third!.id]]);
  });

  it('is left whole when it is not too much', () => {
    const events = newEvents(500);
    expect(idsOf(appendsOf('order-1', events))).toEqual([events.map(({ id }) => id)]);
  });

  it('is refused when it is one command', () => {
    const events = newEvents(3, { text: 'x'.repeat(400_000) }).map((event) => ({
      ...event,
      metadata: { ...event.metadata, commandId: 'one' },
    }));
    expect(() => appendsOf('order-1', events)).toThrow(/the events of one command for order-1 are 120\d{4} bytes/);
  });
});
