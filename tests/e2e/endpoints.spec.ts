import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { endpointFile } from './support/every-operation';
import { ROOT, textOf } from './support/repository';

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

it('every operation of openapi.json has an end-to-end test file with its name, and no other file is there', () => {
  const { paths } = JSON.parse(textOf('apps/gateway/openapi.json')) as OpenApiDocument;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const expected = operations.map(({ operationId }) => endpointFile(operationId));
  expect(expected.length).toBeGreaterThan(40);
  expect(readdirSync(join(ROOT, 'tests/e2e/endpoints')).toSorted()).toEqual(expected.toSorted());
});
