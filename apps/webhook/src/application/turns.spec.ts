import { Turns, type EndedCall } from './turns';

const PROMPT: EndedCall = { statusCode: 200, durationMs: 20 };
const LATE: EndedCall = { statusCode: 200, durationMs: 1_001 };
const NONE: EndedCall = { statusCode: null, durationMs: 15_000 };

/** Makes so many calls, one after the other. */
function call(turns: Turns, endpointId: string, times: number, ended: EndedCall): void {
  for (let n = 0; n < times; n++) {
    const turn = turns.take(endpointId);
    if ('leave' in turn) turn.leave(ended);
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
    call(turns, 'whe_1', 100, PROMPT);
    expect(begin(turns, 'whe_1', 1_000).every(hasPlace)).toBe(true);
  });

  it.each([
    ['does not answer', NONE],
    ['answers late', LATE],
  ])('give one that %s a bounded number at once, and the others theirs', (_, ended) => {
    const turns = new Turns();
    call(turns, 'whe_1', 10, ended);
    const places = begin(turns, 'whe_1', 65);
    expect(places.filter(hasPlace)).toHaveLength(64);
    expect(places.at(-1)).toEqual({ againInMs: 1_000 });
    expect(hasPlace(turns.take('whe_2'))).toBe(true);
    const [first] = places;
    if (first !== undefined && 'leave' in first) first.leave(ended);
    expect(hasPlace(turns.take('whe_1'))).toBe(true);
  });

  it('leave half of the places to those that answer, however many are slow', () => {
    const turns = new Turns();
    const slow = Array.from({ length: 10 }, (_, n) => `whe_slow${n}`);
    for (const each of slow) call(turns, each, 10, LATE);
    const places = slow.flatMap((each) => begin(turns, each, 64));
    expect(places.filter(hasPlace)).toHaveLength(128);
    expect(begin(turns, 'whe_prompt', 128).every(hasPlace)).toBe(true);
    for (const each of places) if ('leave' in each) each.leave(LATE);
    expect(slow.flatMap((each) => begin(turns, each, 64)).filter(hasPlace)).toHaveLength(128);
  });

  it('take one prompt answer as a sign that it is up again', () => {
    const turns = new Turns();
    call(turns, 'whe_1', 50, NONE);
    call(turns, 'whe_1', 1, PROMPT);
    expect(begin(turns, 'whe_1', 100).every(hasPlace)).toBe(true);
  });
});
