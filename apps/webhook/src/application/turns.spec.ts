import { CALLS_AT_ONCE, Turns, type Caller, type EndedCall, type Turn } from './turns';

const PROMPT: EndedCall = { statusCode: 200, durationMs: 20 };
const LATE: EndedCall = { statusCode: 200, durationMs: 1_001 };
const NONE: EndedCall = { statusCode: null, durationMs: 15_000 };

const ALONE = Math.ceil(CALLS_AT_ONCE / 5);

const caller = (endpointId: string, account = `account of ${endpointId}`): Caller => ({ endpointId, account });

/** Begins as many calls as there are places for, and no more than that. */
function begin(turns: Turns, by: Caller, most = CALLS_AT_ONCE): Turn[] {
  const begun: Turn[] = [];
  while (begun.length < most && turns.hasPlaceFor(by)) begun.push(turns.take(by));
  return begun;
}
/** Makes so many calls, one after the other. */
function call(turns: Turns, by: Caller, times: number, ended: EndedCall): void {
  for (let n = 0; n < times; n++) begin(turns, by, 1).forEach((turn) => turn.leave(ended));
}

describe('turns', () => {
  it('give an endpoint that is alone a fifth of the places', () => {
    expect(begin(new Turns(), caller('whe_1'))).toHaveLength(ALONE);
  });

  it('leave some for the next one, however many hang at once and without a warning', () => {
    const turns = new Turns();
    for (let n = 0; n < 20; n++) expect(begin(turns, caller(`whe_${n}`)).length).toBeGreaterThan(0);
    expect(turns.hasPlaceFor(caller('whe_prompt'))).toBe(true);
  });

  it('give all endpoints of an account together a third', () => {
    const turns = new Turns();
    const own = Array.from({ length: 50 }, (_, n) => begin(turns, caller(`whe_${n}`, 'acme')));
    expect(own.flat()).toHaveLength(Math.ceil(CALLS_AT_ONCE / 3));
    expect(begin(turns, caller('whe_other', 'other')).length).toBeGreaterThan(ALONE / 2);
  });

  it.each([
    ['does not answer', NONE],
    ['answers late', LATE],
  ])('give one that %s a small part, until it answers again', (_, ended) => {
    const turns = new Turns();
    const slow = caller('whe_slow');
    call(turns, slow, 10, ended);
    const begun = begin(turns, slow);
    expect(begun.length).toBeLessThan(ALONE / 3);
    begun.forEach((turn) => turn.leave(ended));
    call(turns, slow, 1, PROMPT);
    expect(begin(turns, slow)).toHaveLength(ALONE);
  });

  it('leave half of the places to those that answer, however many are slow', () => {
    const turns = new Turns();
    const slow = Array.from({ length: CALLS_AT_ONCE }, (_, n) => caller(`whe_slow${n}`));
    for (const each of slow) call(turns, each, 10, LATE);
    expect(slow.flatMap((each) => begin(turns, each))).toHaveLength(CALLS_AT_ONCE / 2);
    expect(begin(turns, caller('whe_prompt'))).toHaveLength(Math.ceil(CALLS_AT_ONCE / 2 / 5));
  });

  it('have a place for everybody when no call is under way', () => {
    const turns = new Turns();
    const slow = caller('whe_slow');
    call(turns, slow, 100, NONE);
    for (const turn of begin(turns, slow)) turn.leave();
    expect(turns.hasPlaceFor(slow)).toBe(true);
    expect(turns.hasPlaceFor(caller('whe_other'))).toBe(true);
  });
});
