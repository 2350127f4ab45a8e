import { AppendFailedError } from './errors';

describe('AppendFailedError', () => {
  it('is retried while the store cannot write, and a bounded number of times when no store would take the events', () => {
    const full = new Error('the event store could not write: database or disk is full');
    expect(new AppendFailedError('payment-1', full).retry).toBe('always');
    expect(new AppendFailedError('payment-1', new TypeError('JSON cannot carry undefined')).retry).toBe('bounded');
    expect(new AppendFailedError('payment-1', new RangeError('an append of no events')).retry).toBe('bounded');
  });
});
