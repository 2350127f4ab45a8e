import { AppendFailedError } from './errors';

describe('AppendFailedError', () => {
  it('is transient while the store cannot write, and not where no store would take the events', () => {
    const full = new Error('the event store could not write: database or disk is full');
    expect(new AppendFailedError('payment-1', full).transient).toBe(true);
    expect(new AppendFailedError('payment-1', new TypeError('JSON cannot carry undefined')).transient).toBe(false);
    expect(new AppendFailedError('payment-1', new RangeError('an append of no events')).transient).toBe(false);
  });
});
