import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '..', '..', '..', '..');
const FOLDERS = ['apps', 'libs'];

/** A file that runs in a service, parsed. */
export interface ProductFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly source: ts.SourceFile;
}

/** The paths of the files that services run, from the root: without tests, and without what supports them. */
export function productPaths(): readonly string[] {
  return (
    FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name, 'src')))
      // What was built of a folder stays when its sources have moved.
      .filter((src) => existsSync(src))
      .flatMap((src) => readdirSync(src, { recursive: true, encoding: 'utf8' }).map((name) => join(src, name)))
      .map((file) => relative(ROOT, file).split(sep).join('/'))
      .filter((path) => path.endsWith('.ts') && !/(\.spec|\.d)\.ts$|\/testing\//.test(path))
      .sort()
  );
}

/** Every file of {@link productPaths}, parsed. */
export function productFiles(): readonly ProductFile[] {
  return productPaths().map((path) => ({ path, source: parse(path) }));
}

/** Calls back with every node below one, itself included. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.ES2022, true);
}
