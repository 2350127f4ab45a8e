import { BOUNDS } from './bounds';
import { collectionsIn, sourceFiles, textOf } from './collections';

const HEADING = '## Queues';

/** The first column of the table under the heading. */
function documentedQueues(): readonly string[] {
  const [, behind = ''] = textOf('docs/operations.md').split(`\n${HEADING}\n`);
  const [section = ''] = behind.split('\n## ');
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => (row.split('|')[1] ?? '').trim());
}

describe('Every queue has a bound', () => {
  const listed = Object.entries(BOUNDS).flatMap(([file, bounds]) =>
    Object.entries(bounds).map(([name, bound]) => ({ file, name, ...bound })),
  );

  it('each collection that lasts longer than a call, and can grow, is listed with what bounds it', () => {
    const found = sourceFiles().flatMap((file) => collectionsIn(file).map(({ name }) => `${file}: ${name}`));
    const unlisted = found.filter((each) => !listed.some(({ file, name }) => each === `${file}: ${name}`));
    // Say in tests/bounds/bounds.ts what bounds it. If nothing does, give it a bound, and have it refuse what comes on top.
    expect(unlisted).toEqual([]);
    expect(listed.map(({ file, name }) => `${file}: ${name}`).filter((each) => !found.includes(each))).toEqual([]);
  });

  it('each bound that is named is in the source', () => {
    const source = sourceFiles().map(textOf).join('\n');
    const missing = listed.flatMap(({ file, name, bound }) =>
      [...bound.matchAll(/`(\w+:?)`/g)]
        .map(([, constant = '']) => constant)
        .filter((constant) => !source.includes(constant))
        .map((constant) => `${file}: ${name}: there is no ${constant}`),
    );
    expect(missing).toEqual([]);
  });

  it('each queue that traffic fills is a row of the table in docs/operations.md, and each row is one', () => {
    const queues = new Set(listed.flatMap(({ queue }) => (queue === undefined ? [] : [queue])));
    expect([...documentedQueues()].sort()).toEqual([...queues].sort());
  });

  it.each([
    ['a field', 'class Queue { readonly #waiting = new Map<string, number>(); }', ['Queue.#waiting']],
    ['a list', 'class Queue { private waiting: string[] = []; }', ['Queue.waiting']],
    ['one that the constructor fills', 'class Queue { readonly #all: Map<string, number>; }', ['Queue.#all']],
    ['a variable of the module', 'const known = new Set<string>();', ['known']],
    ['a cache', 'class Cache { #entries = new LRUCache<string, number>({ max: 5 }); }', ['Cache.#entries']],
    ['not what stays as it is', 'const NAMES = new Set(["a", "b"]); class A { list: readonly string[] = []; }', []],
    ['not what ends with its call', 'function f(): void { const seen = new Set<string>(); }', []],
  ])('finds %s', (_, text, names) => {
    expect(collectionsIn('example.ts', text).map(({ name }) => name)).toEqual(names);
  });
});
