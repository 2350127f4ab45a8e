// Writes the types of the API from its OpenAPI document: `npm run generate -w stablecoin-payments`. With
// --check it only says whether they are the same.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const DOCUMENT = new URL('../../../apps/gateway/openapi.json', import.meta.url);
const TYPES = fileURLToPath(new URL('../src/generated/openapi.ts', import.meta.url));
const HEADER =
  '// Generated from apps/gateway/openapi.json by `npm run generate -w stablecoin-payments`. Do not edit.\n\n';

const { factory } = ts;
const keyword = (kind) => factory.createKeywordTypeNode(kind);

/** Values that are known are suggested, and others pass: `'pending' | 'settled' | (string & {})`. */
function extensible({ 'x-extensible-enum': values }) {
  if (values === undefined) return undefined;
  return factory.createUnionTypeNode([
    ...values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))),
    factory.createIntersectionTypeNode([keyword(ts.SyntaxKind.StringKeyword), factory.createTypeLiteralNode([])]),
  ]);
}

const types = await openapiTS(DOCUMENT, { exportType: true, defaultNonNullable: false, transform: extensible });
const text = await format(HEADER + astToString(types), { ...(await resolveConfig(TYPES)), filepath: TYPES });

if (!process.argv.includes('--check')) {
  await writeFile(TYPES, text);
} else if (text !== (await readFile(TYPES, 'utf8'))) {
  console.error('The types differ from the API: run `npm run generate -w stablecoin-payments`.');
  process.exitCode = 1;
}
