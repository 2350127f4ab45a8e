import fc from 'fast-check';
import { agreement, majorityOf, middleOf, notExceeded, reachedBy } from './agreement';
import type { EndpointAnswer } from './agreement';
import { RpcEndpoint } from './rpc-endpoint';

const endpointOf = (index: number): RpcEndpoint =>
  new RpcEndpoint({ name: `${index}`, transport: () => new Promise(() => undefined), deadlineMs: 1, now: () => 0 });
const saying = <T>(values: readonly T[]): readonly EndpointAnswer<T>[] =>
  values.map((value, index) => ({ endpoint: endpointOf(index), value }));

describe('protocol rule 29: who has to agree', () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 3],
  ])('of %i endpoints %i are a majority', (configured, majority) => {
    expect(majorityOf(configured)).toBe(majority);
  });

  it('a minority never makes an agreement of its own, and never prevents that of the rest', () => {
    const lies = fc.array(fc.constantFrom('lie', 'another lie'), { maxLength: 4 });
    fc.assert(
      fc.property(lies, (liars) => {
        const honest = Array.from({ length: liars.length + 1 }, () => 'truth');
        const majority = majorityOf(liars.length + honest.length);
        expect(agreement(saying([...liars, ...honest]), majority)?.value).toBe('truth');
        // Where the others give no answer, nothing is agreed.
        expect(agreement(saying(liars), majority)).toBeUndefined();
        expect(agreement(saying([...liars, ...honest.slice(1)]), majority)).toBeUndefined();
      }),
    );
  });

  it('a minority never moves the number that a majority reaches out of what the others say', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), fc.nat({ max: 9e9 }), (honest, lie) => {
        const most = honest.length - 1;
        const said = [...honest, ...Array.from({ length: most }, () => lie)];
        const reached = reachedBy(said, majorityOf(said.length)) ?? -1;
        expect(reached).toBeGreaterThanOrEqual(Math.min(...honest));
        expect(reached).toBeLessThanOrEqual(Math.max(...honest));
      }),
    );
  });

  it('says who is for it, and who against', () => {
    const agreed = agreement(saying([{ a: 1n }, { a: 2n }, { a: 1n }]), 2);
    expect(agreed?.by.map(({ endpoint }) => endpoint.name)).toEqual(['0', '2']);
    expect(agreed?.against.map(({ name }) => name)).toEqual(['1']);
  });

  it('what a relayer has is too little only where a majority says so', () => {
    expect([notExceeded([0n, 9n, 9n], 2), notExceeded([0n, 0n, 9n], 2)]).toEqual([9n, 0n]);
    expect([notExceeded([0n, 9n], 2), notExceeded([0n, 0n, 9n], 3), notExceeded([3n], 2)]).toEqual([9n, 9n, 3n]);
  });

  it('the middle of two is the higher one, and of three neither end', () => {
    expect([middleOf([1, 9]), middleOf([9n, 1n, 5n]), middleOf([4])]).toEqual([9, 5n, 4]);
  });
});
