import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiDocument } from '../api-document';

describe('apps/gateway/openapi.json', () => {
  it('is the document: when it is not, run `npm run generate`', () => {
    const committed: unknown = JSON.parse(readFileSync(join(__dirname, '..', '..', 'openapi.json'), 'utf8'));
    expect(committed).toEqual(apiDocument());
  });
});
