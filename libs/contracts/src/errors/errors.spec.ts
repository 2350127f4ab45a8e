import { causeChain, describeError } from './cause-chain';
import { retryOf, ServiceError } from './service-error';

class StoreFullError extends ServiceError {
  readonly code = 'store_full';
  readonly retry = 'always';
  override readonly docs = 'docs/operations.md#the-data-folder';
}

class WriteError extends ServiceError {
  readonly code = 'write_failed';
  readonly retry = 'never';
}

describe('ServiceError', () => {
  it('takes its name from its class', () => {
    expect(new StoreFullError('no space').name).toBe('StoreFullError');
    expect(String(new WriteError('not written'))).toBe('WriteError: not written');
  });

  it('states how often to retry, and every other error is retried a bounded number of times', () => {
    expect([new StoreFullError('no space'), new WriteError('no'), new Error('no'), 'no'].map(retryOf)).toEqual([
      'always',
      'never',
      'bounded',
      'bounded',
    ]);
  });
});

describe('causeChain', () => {
  it('lists an error and what caused it, down to the root cause', () => {
    const root = new Error('ENOSPC');
    const full = new StoreFullError('no space', { cause: root });
    const failed = new WriteError('not written', { cause: full });
    expect(causeChain(failed)).toEqual([failed, full, root]);
  });

  it('ends at a cause that is not an error', () => {
    expect(causeChain(new Error('a', { cause: 'b' }))).toEqual([new Error('a', { cause: 'b' }), 'b']);
    expect(causeChain(undefined)).toEqual([undefined]);
  });

  it('ends when errors name each other as their cause', () => {
    const error = new Error('a');
    error.cause = new Error('b', { cause: error });
    expect(causeChain(error)).toHaveLength(5);
  });
});

describe('describeError', () => {
  it('puts an error, its causes and the page that helps on one line', () => {
    const full = new StoreFullError('no space', { cause: new Error('write', { cause: 'ENOSPC' }) });
    expect(describeError(full)).toBe(
      'StoreFullError: no space (Error: write (ENOSPC)); see docs/operations.md#the-data-folder',
    );
    expect(describeError('ENOSPC')).toBe('ENOSPC');
  });
});
