/** @checks */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productPaths } from '../../apps/standalone/src/testing/product-source';
import { SHARED_NAMES } from './shared-names';

const ROOT = join(__dirname, '..', '..');
/** The console is a program of its own, in a browser. */
const PATHS = productPaths().filter((path) => !path.startsWith('apps/console/') && !path.endsWith('.contract.ts'));
const EXPORT = /^export (?:abstract |async )?(?:type|interface|class|const|function)\*? ([A-Za-z_$][\w$]*)/gm;

/** What is written twice on purpose: no file imports from both. Names may be shared by the two. */
const TWINS = [
  ['libs/chains/src/evm/', 'libs/chains/src/solana/'],
  ['libs/stores/src/postgres/', 'libs/stores/src/sqlite/'],
  ['apps/treasury/src/', 'apps/wallet/src/'],
] as const;

function areTwins(paths: ReadonlySet<string>): boolean {
  const isIn = (folder: string): boolean => [...paths].some((path) => path.startsWith(folder));
  return paths.size === 2 && TWINS.some((folders) => folders.every(isIn));
}

/** The files that declare each exported name. */
function declarations(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const path of PATHS) {
    for (const [, name] of readFileSync(join(ROOT, path), 'utf8').matchAll(EXPORT)) {
      if (name !== undefined) found.set(name, (found.get(name) ?? new Set()).add(path));
    }
  }
  return found;
}

describe('The public names', () => {
  const shared = [...declarations()].filter(([, paths]) => paths.size > 1 && !areTwins(paths));

  it('are each declared in one file, so that a search has one answer', () => {
    const news = shared.filter(([name]) => !SHARED_NAMES.has(name));
    expect(news.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([]);
  });

  it('that are shared are listed only as long as they are', () => {
    const names = new Set(shared.map(([name]) => name));
    expect([...SHARED_NAMES].filter((name) => !names.has(name))).toEqual([]);
  });
});
