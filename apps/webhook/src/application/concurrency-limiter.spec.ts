import {
  CALLS_AT_ONCE,
  ConcurrencyLimiter,
  type CalledEndpoint,
  type EndedCall,
  type CallSlot,
} from './concurrency-limiter';

const PROMPT: EndedCall = { statusCode: 200, durationMs: 20 };
const LATE: EndedCall = { statusCode: 200, durationMs: 1_001 };
const NONE: EndedCall = { statusCode: null, durationMs: 15_000 };

const ALONE = Math.ceil(CALLS_AT_ONCE / 5);

const caller = (endpointId: string, account = `account of ${endpointId}`): CalledEndpoint => ({ endpointId, account });

/** Begins as many calls as there are places for, and no more than that. */
function begin(limiter: ConcurrencyLimiter, by: CalledEndpoint, most = CALLS_AT_ONCE): CallSlot[] {
  const begun: CallSlot[] = [];
  while (begun.length < most && limiter.hasSlotFor(by)) begun.push(limiter.acquire(by));
  return begun;
}
/** Makes so many calls, one after the other. */
function call(limiter: ConcurrencyLimiter, by: CalledEndpoint, times: number, ended: EndedCall): void {
  for (let n = 0; n < times; n++) begin(limiter, by, 1).forEach((turn) => turn.release(ended));
}

describe('limiter', () => {
  it('give an endpoint that is alone a fifth of the places', () => {
    expect(begin(new ConcurrencyLimiter(), caller('whe_1'))).toHaveLength(ALONE);
  });

  it('leave some for the next one, however many hang at once and without a warning', () => {
    const limiter = new ConcurrencyLimiter();
    for (let n = 0; n < 20; n++) expect(begin(limiter, caller(`whe_${n}`)).length).toBeGreaterThan(0);
    expect(limiter.hasSlotFor(caller('whe_prompt'))).toBe(true);
  });

  it('give all endpoints of an account together a third', () => {
    const limiter = new ConcurrencyLimiter();
    const own = Array.from({ length: 50 }, (_, n) => begin(limiter, caller(`whe_${n}`, 'acme')));
    expect(own.flat()).toHaveLength(Math.ceil(CALLS_AT_ONCE / 3));
    expect(begin(limiter, caller('whe_other', 'other')).length).toBeGreaterThan(ALONE / 2);
  });

  it.each([
    ['does not answer', NONE],
    ['answers late', LATE],
  ])('give one that %s a small part, until it answers again', (_, ended) => {
    const limiter = new ConcurrencyLimiter();
    const slow = caller('whe_slow');
    call(limiter, slow, 10, ended);
    const begun = begin(limiter, slow);
    expect(begun.length).toBeLessThan(ALONE / 3);
    begun.forEach((turn) => turn.release(ended));
    call(limiter, slow, 1, PROMPT);
    expect(begin(limiter, slow)).toHaveLength(ALONE);
  });

  it('leave half of the places to those that answer, however many are slow', () => {
    const limiter = new ConcurrencyLimiter();
    const slow = Array.from({ length: CALLS_AT_ONCE }, (_, n) => caller(`whe_slow${n}`));
    for (const each of slow) call(limiter, each, 10, LATE);
    expect(slow.flatMap((each) => begin(limiter, each))).toHaveLength(CALLS_AT_ONCE / 2);
    expect(begin(limiter, caller('whe_prompt'))).toHaveLength(Math.ceil(CALLS_AT_ONCE / 2 / 5));
  });

  it('have a place for everybody when no call is under way', () => {
    const limiter = new ConcurrencyLimiter();
    const slow = caller('whe_slow');
    call(limiter, slow, 100, NONE);
    for (const turn of begin(limiter, slow)) turn.release();
    expect(limiter.hasSlotFor(slow)).toBe(true);
    expect(limiter.hasSlotFor(caller('whe_other'))).toBe(true);
  });
});
