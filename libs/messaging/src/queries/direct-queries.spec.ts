import { ApiError } from '@stablecoin/contracts';
import { DirectQueries } from './direct-queries';
import { describeQueries } from './testing/queries.contract';
import type { ContractQueries } from './testing/queries.contract';

for (const strict of [false, true]) {
  describeQueries(strict ? 'direct, strict' : 'direct', async () => {
    const queries = new DirectQueries<ContractQueries>({ strict });
    return { queries, handlers: queries, close: () => Promise.resolve() };
  });
}

describe('DirectQueries', () => {
  it('lets an error pass as it was thrown', async () => {
    const queries = new DirectQueries<ContractQueries>();
    const error = new ApiError('not_found', 'no such payment');
    queries.register('payment.get', () => Promise.reject(error));
    await expect(queries.ask('payment.get', { id: 'pay_1' })).rejects.toBe(error);
  });

  it('hands the signal on', async () => {
    const queries = new DirectQueries<ContractQueries>();
    const { signal } = new AbortController();
    let given: AbortSignal | undefined;
    queries.register('payment.count', async (_, options) => {
      given = options.signal;
      return 1;
    });
    await queries.ask('payment.count', { account: 'acme' }, { signal });
    expect(given).toBe(signal);
  });

  it.each([
    ['a bigint', 1n],
    ['undefined', undefined],
    ['a key that is undefined', { memo: undefined }],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['not a number', NaN],
  ])('refuses what JSON cannot carry when strict: %s', async (_, value) => {
    const queries = new DirectQueries<{ any: { params: unknown; result: unknown } }>({ strict: true });
    queries.register('any', async (params) => (params === null ? value : 1));
    await expect(queries.ask('any', value)).rejects.toThrow(TypeError);
    await expect(queries.ask('any', null)).rejects.toThrow(TypeError);
  });
});
