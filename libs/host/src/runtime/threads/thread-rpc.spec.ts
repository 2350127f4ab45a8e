import { WrongExpectedRevisionError } from '@stablecoin/event-sourcing';
import { retryOf, ApiError } from '@stablecoin/contracts';
import { BusFullError, PermanentError, UnknownQueryError } from '@stablecoin/messaging';
import { twoThreads } from './testing/two-threads';

describe('a rpc between two threads', () => {
  const { here, there, close } = twoThreads();
  afterAll(close);

  async function thrown(error: Error): Promise<unknown> {
    there.answer('fail', () => Promise.reject(error));
    return here.call('fail', []).catch((caught: unknown) => caught);
  }

  it('carries arguments and results, both ways', async () => {
    there.answer('add', ([a, b]: [number, number]) => a + b);
    here.answer('name', () => Promise.resolve('here'));
    await expect(here.call('add', [1, 2])).resolves.toBe(3);
    await expect(there.call('name', [])).resolves.toBe('here');
  });

  it('carries nothing as nothing, and null as null', async () => {
    there.answer('nothing', () => undefined);
    there.answer('null', () => null);
    await expect(here.call('nothing', [])).resolves.toBeUndefined();
    await expect(here.call('null', [])).resolves.toBeNull();
  });

  it('begins calls in the order in which they are made', async () => {
    const begun: number[] = [];
    there.answer('begin', ([n]: [number]) => void begun.push(n));
    await Promise.all([1, 2, 3].map((n) => here.call('begin', [n])));
    expect(begun).toEqual([1, 2, 3]);
  });

  it('refuses what JSON cannot carry, and goes on', async () => {
    there.answer('add', ([a, b]: [number, number]) => a + b);
    await expect(here.call('add', [1n, 2n])).rejects.toThrow(TypeError);
    there.answer('big', () => 1n);
    await expect(here.call('big', [])).rejects.toThrow(TypeError);
    await expect(here.call('add', [1, 2])).resolves.toBe(3);
  });

  it('says that nobody answers', async () => {
    await expect(here.call('unheard of', [])).rejects.toThrow('the other thread does not answer unheard of');
  });

  it('carries an error with its class, where callers decide by it', async () => {
    const conflict = await thrown(new WrongExpectedRevisionError('payment-1', 'none', 3));
    expect(conflict).toBeInstanceOf(WrongExpectedRevisionError);
    expect(conflict).toMatchObject({ stream: 'payment-1', expected: 'none', actual: 3 });
    const refusal = await thrown(new ApiError('not_found', 'no such payment', { param: 'id' }));
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ code: 'not_found', message: 'no such payment', param: 'id' });
    expect(await thrown(new UnknownQueryError('fail'))).toBeInstanceOf(UnknownQueryError);
    expect(await thrown(new RangeError('too much'))).toBeInstanceOf(RangeError);
  });

  it('carries whether to try again', async () => {
    const permanent = await thrown(new PermanentError('no such stream'));
    expect(retryOf(permanent)).toBe('never');
    const transient = await thrown(new BusFullError('away'));
    expect(retryOf(transient)).toBe('always');
  });

  it('tells the other side when the caller no longer waits', async () => {
    const caller = new AbortController();
    const told = new Promise<void>((resolve) => {
      there.answer('wait', (_, signal) => {
        signal?.addEventListener('abort', () => resolve());
        caller.abort();
        return new Promise(() => undefined);
      });
    });
    await expect(here.call('wait', [], caller.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await told;
    await expect(here.call('wait', [], caller.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('makes no signal for a caller that waits to the end', async () => {
    there.answer('ask', (_, signal) => signal === undefined);
    expect(await here.call('ask', [])).toBe(true);
    expect(await here.call('ask', [], new AbortController().signal)).toBe(false);
  });

  it('fails every call when the other thread has ended', async () => {
    const two = twoThreads();
    two.there.answer('wait', () => new Promise(() => undefined));
    const waiting = two.here.call('wait', []);
    two.here.end(new Error('the thread has ended'));
    await expect(waiting).rejects.toThrow('the thread has ended');
    await expect(two.here.call('wait', [])).rejects.toThrow('the thread has ended');
    two.close();
  });
});
