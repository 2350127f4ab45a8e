import { RpcEndpoint, RpcError } from './rpc-endpoint';
import { CALLS_MAX, SizesTaken } from './sizes-taken';
import type { Piece } from './sizes-taken';

type Question = { readonly id: number; readonly params: readonly [Piece] };

/** An endpoint that may refuse a piece, and may not answer. */
class Endpoint {
  /** Sizes of the pieces that it was asked for, by request. */
  readonly requests: number[][] = [];
  refuses: (piece: Piece) => string | null = () => null;
  isSilent = false;
  callsMax = Infinity;
  readonly rpc = new RpcEndpoint({
    name: 'one',
    deadlineMs: 30_000,
    now: () => 0,
    transport: (body) => {
      const calls = JSON.parse(body) as readonly Question[];
      this.requests.push(calls.map(({ params: [{ start, end }] }) => end - start));
      if (this.isSilent) return Promise.reject(new Error('connection reset'));
      // As a whole, as some answer what they refuse.
      if (calls.length > this.callsMax) {
        return Promise.resolve(JSON.stringify({ id: null, error: { code: -32_600, message: 'batch too large' } }));
      }
      const answers = calls.map(({ id, params: [piece] }) => {
        const refusal = this.refuses(piece);
        return refusal === null ? { id, result: piece } : { id, error: { code: -32_005, message: refusal } };
      });
      return Promise.resolve(JSON.stringify(answers));
    },
  });

  takes(most: number): void {
    this.refuses = ({ start, end }) => (end - start > most ? 'query returned more than 10000 results' : null);
  }

  /** All items, as they were answered. */
  async read(sizes: SizesTaken, total: number): Promise<readonly number[]> {
    const pieces = await sizes.read(this.rpc, {
      total,
      callOf: (piece) => ({ method: 'items', params: [piece] }),
      resultOf: (result) => result as Piece,
    });
    return pieces.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index));
  }

  get calls(): number {
    return this.requests.flat().length;
  }
}

const upTo = (total: number): readonly number[] => Array.from({ length: total }, (_, index) => index);

describe('SizesTaken', () => {
  let endpoint: Endpoint;
  let sizes: SizesTaken;
  beforeEach(() => {
    endpoint = new Endpoint();
    sizes = new SizesTaken({ first: 1_000, most: 10_000 });
  });

  it.each([1, 3, 5, 10, 999, 1_000, 10_000])(
    'reads all items, in order, of one that takes %i at once',
    async (most) => {
      endpoint.takes(most);
      for (let round = 0; round < 3; round++) expect(await endpoint.read(sizes, 2_345)).toEqual(upTo(2_345));
      expect(Math.max(...endpoint.requests.map((request) => request.length))).toBeLessThanOrEqual(CALLS_MAX);
      expect(await endpoint.read(sizes, 0)).toEqual([]);
    },
  );

  it('remembers what one takes: a second look refuses nothing', async () => {
    endpoint.takes(5);
    await endpoint.read(sizes, 100);
    const before = endpoint.calls;
    await endpoint.read(sizes, 100);
    // Of 100: 50, 25, 12, 6, 3.
    expect(sizes.of(endpoint.rpc)).toBe(3);
    expect(endpoint.calls - before).toBe(34);
    expect(sizes.of(new Endpoint().rpc)).toBe(1_000);
  });

  it('tries one call at a time after a refusal', async () => {
    endpoint.takes(5);
    await endpoint.read(sizes, 50_000);
    const [first = [], ...others] = endpoint.requests;
    expect(first).toHaveLength(50);
    expect(others.slice(0, 10).map((request) => request.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
  });

  it.each([1, 3, 10])(
    'reads all items of one that takes %i calls in a request, and refuses more as a whole',
    async (calls) => {
      endpoint.callsMax = calls;
      endpoint.takes(400);
      expect(await endpoint.read(sizes, 30_000)).toEqual(upTo(30_000));
      expect(sizes.of(endpoint.rpc)).toBe(250);
    },
  );

  it('asks for more again after 100 answers: the refusal may have had another reason', async () => {
    endpoint.refuses = () => 'overloaded';
    await expect(endpoint.read(sizes, 1)).rejects.toThrow('overloaded');
    endpoint.takes(250);
    await endpoint.read(sizes, 2_000);
    expect(sizes.of(endpoint.rpc)).toBe(250);
    endpoint.takes(10_000);
    await endpoint.read(sizes, 1_000_000);
    expect(sizes.of(endpoint.rpc)).toBe(8_000);
    await endpoint.read(sizes, 10_000_000);
    expect(sizes.of(endpoint.rpc)).toBe(10_000);
  });

  it('forgets nothing for an endpoint that refuses every call: their size is not the reason', async () => {
    endpoint.refuses = () => 'rate limited';
    await expect(endpoint.read(sizes, 50_000)).rejects.toThrow(RpcError);
    expect(sizes.of(endpoint.rpc)).toBe(1_000);
    expect(endpoint.calls).toBeLessThan(CALLS_MAX + 12);
  });

  it('takes back what it has grown to when there is no answer in time', async () => {
    await endpoint.read(sizes, 200_000);
    expect(sizes.of(endpoint.rpc)).toBe(2_000);
    endpoint.isSilent = true;
    await expect(endpoint.read(sizes, 1)).rejects.toThrow('gave no answer');
    expect(sizes.of(endpoint.rpc)).toBe(1_000);
  });

  it('probes what one takes, and tells its answer', async () => {
    const callOf = (size: number) => ({ method: 'items', params: [{ start: 0, end: size }] });
    expect(await sizes.probe(endpoint.rpc, callOf)).toEqual({ size: 10_000, refusal: null });
    endpoint.takes(10);
    expect(await sizes.probe(endpoint.rpc, callOf)).toMatchObject({
      size: 10,
      refusal: { reason: 'query returned more than 10000 results' },
    });
    expect(sizes.of(endpoint.rpc)).toBe(10);
    endpoint.refuses = () => 'no eth_getLogs on this plan';
    await expect(sizes.probe(endpoint.rpc, callOf)).rejects.toThrow('no eth_getLogs on this plan');
  });
});
