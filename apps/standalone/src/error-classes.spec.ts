import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';
import { API_ERRORS } from '@stablecoin/contracts';
import { productFiles, walk } from './testing/product-source';

const ROOT = join(__dirname, '..', '..', '..');

/** The compiler asks each class of errors for a code and a retry; that codes differ it cannot see. */
describe('the codes of errors', () => {
  const codes = [...literals('code'), ...Object.keys(API_ERRORS)];

  it('are found in the source', () => {
    expect(codes.length).toBeGreaterThan(40);
    expect(codes).toContain('event_store_unavailable');
  });

  it('are in snake_case', () => {
    expect(codes.filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });

  it('are unique', () => {
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });
});

it.each(literals('docs'))('the page %s, which errors name, exists', (link) => {
  const [file = '', anchor = ''] = link.split('#');
  expect(existsSync(join(ROOT, file))).toBe(true);
  const headings = readFileSync(join(ROOT, file), 'utf8').match(/^#+ .*$/gm) ?? [];
  const anchors = headings.map((heading) => heading.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'));
  expect(anchors).toContain(anchor);
});

/** The texts that classes of errors have in a property. */
function literals(property: string): readonly string[] {
  const texts: string[] = [];
  for (const { source } of productFiles()) {
    walk(source, (node) => {
      if (!ts.isClassLike(node) || baseOf(node) !== 'ServiceError') return;
      for (const member of node.members) {
        if (!ts.isPropertyDeclaration(member) || member.name.getText() !== property) continue;
        if (member.initializer !== undefined && ts.isStringLiteral(member.initializer)) {
          texts.push(member.initializer.text);
        }
      }
    });
  }
  return texts;
}

function baseOf(node: ts.ClassLikeDeclaration): string | undefined {
  const extended = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  return extended?.expression.getText();
}
