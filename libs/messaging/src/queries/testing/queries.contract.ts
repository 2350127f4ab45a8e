import { UnknownQueryError } from '../queries';
import type { Queries, QueryHandlers } from '../queries';

/** The queries that the suite asks. */
export interface ContractQueries {
  'payment.get': {
    params: { readonly id: string };
    result: { readonly id: string; readonly memo: string | null } | null;
  };
  'payment.count': { params: { readonly account: string }; result: number };
}

export interface QueriesUnderTest {
  readonly queries: Queries<ContractQueries>;
  readonly handlers: QueryHandlers<ContractQueries>;
  close(): Promise<void>;
}

/** The suite that every adapter of {@link Queries} passes. */
export function describeQueries(name: string, open: () => Promise<QueriesUnderTest>): void {
  describe(`Queries: ${name}`, () => {
    let under: QueriesUnderTest;

    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.close());

    it('gives the handler the parameters, and the asker the result', async () => {
      under.handlers.register('payment.get', async ({ id }) => ({ id, memo: "d'été ☂" }));
      under.handlers.register('payment.count', async () => 0);
      await expect(under.queries.ask('payment.get', { id: 'pay_1' })).resolves.toEqual({
        id: 'pay_1',
        memo: "d'été ☂",
      });
      await expect(under.queries.ask('payment.count', { account: 'acme' })).resolves.toBe(0);
    });

    it('answers null as null', async () => {
      under.handlers.register('payment.get', async () => null);
      await expect(under.queries.ask('payment.get', { id: 'pay_1' })).resolves.toBeNull();
    });

    it('answers questions asked side by side each with its own result', async () => {
      under.handlers.register('payment.get', async ({ id }) => ({ id, memo: null }));
      const ids = Array.from({ length: 50 }, (_, index) => `pay_${index}`);
      const answers = await Promise.all(ids.map((id) => under.queries.ask('payment.get', { id })));
      expect(answers.map((answer) => answer?.id)).toEqual(ids);
    });

    it('rejects with the message of an error that the handler throws', async () => {
      under.handlers.register('payment.get', () => Promise.reject(new Error('read model is behind')));
      await expect(under.queries.ask('payment.get', { id: 'pay_1' })).rejects.toThrow('read model is behind');
    });

    it('rejects with UnknownQueryError where nobody answers', async () => {
      await expect(under.queries.ask('payment.get', { id: 'pay_1' })).rejects.toThrow(UnknownQueryError);
    });

    it('does not ask when the asker no longer waits', async () => {
      let asked = false;
      under.handlers.register('payment.count', async () => {
        asked = true;
        return 1;
      });
      const asking = under.queries.ask('payment.count', { account: 'acme' }, { signal: AbortSignal.abort() });
      await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
      expect(asked).toBe(false);
    });

    it('takes one handler per query', () => {
      under.handlers.register('payment.count', async () => 1);
      expect(() => under.handlers.register('payment.count', async () => 2)).toThrow(
        'payment.count has a handler already',
      );
    });
  });
}
