import { causeOf } from './cause';

describe('causeOf', () => {
  it('names an error and what caused it', () => {
    const error = new TypeError('no stream', { cause: new Error('disk full') });
    expect(causeOf(error)).toBe('TypeError: no stream; caused by Error: disk full');
  });

  it('bears what is not an error', () => {
    expect(causeOf({ status: 'error' })).toBe("not an error: { status: 'error' }");
    expect(causeOf(null)).toBe('not an error: null');
  });

  it('ends on errors that cause one another', () => {
    const error = new Error('a');
    error.cause = new Error('b', { cause: error });
    expect(causeOf(error).split('; caused by ')).toHaveLength(5);
  });

  it('is of bounded length', () => {
    expect(causeOf(new Error('x'.repeat(10_000)))).toHaveLength(1_000);
  });
});
