import { readPrefer } from './prefer';

describe('Status codes: Prefer', () => {
  it.each([
    [undefined, undefined, null],
    ['wait=5', 5_000, 'wait=5'],
    ['Wait = 5', 5_000, 'wait=5'],
    ['wait="7"', 7_000, 'wait=7'],
    ['wait=0', 0, 'wait=0'],
    ['wait=30', 30_000, 'wait=30'],
    ['wait=31', 30_000, 'wait=30'],
    ['wait=999999', 30_000, 'wait=30'],
    ['respond-async', 0, 'respond-async'],
    ['Respond-Async', 0, 'respond-async'],
    ['respond-async, wait=3', 3_000, 'respond-async, wait=3'],
    ['wait=3; foo=bar, handling=lenient', 3_000, 'wait=3'],
    ['wait=1, wait=2', 1_000, 'wait=1'],
    ['wait=-1', undefined, null],
    ['wait=1.5', undefined, null],
    ['wait', undefined, null],
    ['return=minimal', undefined, null],
    ['', undefined, null],
  ])('%s', (header, waitMs, applied) => {
    expect(readPrefer(header)).toEqual({ waitMs, applied });
  });

  it('two headers are one list', () => {
    expect(readPrefer(['respond-async', 'wait=2'])).toEqual({ waitMs: 2_000, applied: 'respond-async, wait=2' });
  });
});
