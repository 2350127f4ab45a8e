import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { productPaths } from '../../apps/standalone/src/testing/product-source';

/** A field or a variable of a module that holds any number of things. */
export interface Collection {
  /** From the root of the repository. */
  readonly file: string;
  /** `Class.field`, or the variable's name. */
  readonly name: string;
}

const ROOT = join(__dirname, '..', '..');
/** Tests, pages in a browser, and the programs that stand in for chains on a developer's machine, hold what they like. */
const NOT_THE_PRODUCT = /\.contract\.ts$|^libs\/chains\/src\/local\/|^apps\/console\//;
const COLLECTIONS: ReadonlySet<string> = new Set([
  ...['Map', 'Set', 'Array', 'Fifo', 'LRUCache', 'BoundedMap', 'BoundedCache', 'RecentIds', 'EventTail'],
]);

/** The source of the product, from the root of the repository. */
export function sourceFiles(): readonly string[] {
  return productPaths().filter((path) => !NOT_THE_PRODUCT.test(path));
}

export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** The collections of a file that last longer than a call and can grow. */
export function collectionsIn(file: string, text = textOf(file)): readonly Collection[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Collection[] = [];
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const variable of statement.declarationList.declarations) {
      if (grows(variable)) found.push({ file, name: variable.name.getText(source) });
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      for (const member of node.members) {
        if (!ts.isPropertyDeclaration(member) || !grows(member)) continue;
        found.push({ file, name: `${node.name?.text ?? '(class)'}.${member.name.getText(source)}` });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether it begins empty, or is filled in a constructor, and is not said to stay as it is. */
function grows({ type, initializer }: ts.VariableDeclaration | ts.PropertyDeclaration): boolean {
  if (type !== undefined) {
    if (ts.isArrayTypeNode(type)) return initializer === undefined || isEmptyList(initializer);
    if (ts.isTypeOperatorNode(type)) return false;
    if (!ts.isTypeReferenceNode(type) || !COLLECTIONS.has(type.typeName.getText())) return false;
    return initializer === undefined || isEmptyCollection(initializer);
  }
  return initializer !== undefined && isEmptyCollection(initializer);
}

function isEmptyCollection(node: ts.Expression): boolean {
  if (!ts.isNewExpression(node) || !COLLECTIONS.has(node.expression.getText())) return false;
  // What is made from a list of its own stays as it is.
  const [first] = node.arguments ?? [];
  return first === undefined || !(ts.isArrayLiteralExpression(first) || ts.isCallExpression(first));
}

function isEmptyList(node: ts.Expression): boolean {
  return ts.isArrayLiteralExpression(node) && node.elements.length === 0;
}
