/** @checks */
import { filesNamed, textOf } from '../e2e/support/repository';

interface Mutation {
  readonly rule: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly tests: readonly string[];
}

const mutations = JSON.parse(textOf('tests/mutations/mutations.json')) as readonly Mutation[];

describe('The mutations', () => {
  it('are at least fifty, each of its own rule', () => {
    expect(new Set(mutations.map(({ rule }) => rule)).size).toBe(mutations.length);
    expect(mutations.length).toBeGreaterThanOrEqual(50);
  });

  it('each break one place of the code as it is', () => {
    const stale = mutations.filter(
      ({ file, find, replace }) => textOf(file).split(find).length !== 2 || find === replace,
    );
    expect(stale.map(({ rule, file }) => `${file}: ${rule}`)).toEqual([]);
  });

  it('name tests that exist', () => {
    const specs = filesNamed(/\.spec\.ts$/);
    const without = mutations.filter(({ tests }) => !specs.some((spec) => tests.some((word) => spec.includes(word))));
    expect(without.map(({ rule }) => rule)).toEqual([]);
  });
});
