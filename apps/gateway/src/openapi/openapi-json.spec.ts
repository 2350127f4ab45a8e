import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument, withoutSdkMethod } from '../api-document';

const ROOT = join(__dirname, '../../../..');

it.each([
  ['apps/gateway/openapi.json', apiDocument],
  ['sdks/vectors/left-out.json', withoutSdkMethod],
])('%s is what the endpoints declare: when it is not, run `npm run generate`', (file, generated) => {
  expect(JSON.parse(readFileSync(join(ROOT, file), 'utf8'))).toEqual(generated());
});
