import { Turns } from './turns';

/** Makes so many calls, one after the other. */
function call(turns: Turns, endpointId: string, times: number, answered: boolean): void {
  for (let n = 0; n < times; n++) {
    const turn = turns.take(endpointId);
    if ('leave' in turn) turn.leave(answered);
  }
}
/** Begins so many calls. */
function begin(turns: Turns, endpointId: string, times: number) {
  return Array.from({ length: times }, () => turns.take(endpointId));
}
const hasPlace = (turn: object): boolean => 'leave' in turn;

describe('turns', () => {
  it('give an endpoint that answers as many calls as there are', () => {
    const turns = new Turns();
    call(turns, 'whe_1', 100, true);
    expect(begin(turns, 'whe_1', 1_000).every(hasPlace)).toBe(true);
  });

  it('give one that does not answer a bounded number at once, and the others theirs', () => {
    const turns = new Turns();
    call(turns, 'whe_1', 10, false);
    const places = begin(turns, 'whe_1', 33);
    expect(places.filter(hasPlace)).toHaveLength(32);
    expect(places.at(-1)).toEqual({ againInMs: 5_000 });
    expect(hasPlace(turns.take('whe_2'))).toBe(true);
    const [first] = places;
    if (first !== undefined && 'leave' in first) first.leave(false);
    expect(hasPlace(turns.take('whe_1'))).toBe(true);
  });

  it('take one answer as a sign that it is up again', () => {
    const turns = new Turns();
    call(turns, 'whe_1', 50, false);
    call(turns, 'whe_1', 1, true);
    expect(begin(turns, 'whe_1', 100).every(hasPlace)).toBe(true);
  });
});
