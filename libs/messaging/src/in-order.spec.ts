import { InOrder } from './in-order';

/** A task that ends when it is told to. */
function task(name: string, log: string[]) {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  const run = (): Promise<void> => {
    log.push(name);
    return ended;
  };
  return { run, end };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('protocol rule 22: events of one object are scheduled one after the other', () => {
  it('the tasks of one key wait for each other, those of others do not', async () => {
    const log: string[] = [];
    const [first, second, other] = [task('first', log), task('second', log), task('other', log)];
    const inOrder = new InOrder();
    const all = [inOrder.run('a', first.run), inOrder.run('a', second.run), inOrder.run('b', other.run)];
    await turn();
    expect(log).toEqual(['first', 'other']);
    first.end();
    await turn();
    expect(log).toEqual(['first', 'other', 'second']);
    second.end();
    other.end();
    await Promise.all(all);
  });

  it('a task that fails is not passed either: the next one begins when it has ended, and the key is free then', async () => {
    const log: string[] = [];
    const [first, second, third] = [task('first', log), task('second', log), task('third', log)];
    const inOrder = new InOrder();
    const both = Promise.allSettled([inOrder.run('a', first.run), inOrder.run('a', second.run)]);
    await turn();
    expect(log).toEqual(['first']);
    first.end(new Error('stopped'));
    second.end();
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    third.end();
    await inOrder.run('a', third.run);
    expect(log).toEqual(['first', 'second', 'third']);
  });
});
