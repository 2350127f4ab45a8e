import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTIONS } from './actions';

interface Document {
  readonly components: {
    readonly schemas: {
      readonly AuditLogEntry: { readonly properties: { readonly action: { readonly 'x-extensible-enum': string[] } } };
    };
  };
}

it('The filter of the audit log offers every action of the API', () => {
  const file = join(__dirname, '..', '..', '..', '..', 'gateway', 'openapi.json');
  const { components } = JSON.parse(readFileSync(file, 'utf8')) as Document;
  expect(ACTIONS).toEqual(components.schemas.AuditLogEntry.properties.action['x-extensible-enum'].toSorted());
});
