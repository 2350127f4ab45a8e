import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_EVENT_TYPES, topicOf } from '@stablecoin/contracts';
import Ajv2020 from 'ajv/dist/2020';
import type { Schema } from '../http/json-schema';
import { resolve, schemasOf, valuesOf } from '../openapi/testing/walk';
import { breakingChanges } from './breaking-changes';
import { buildAsyncApi, buildEventSchema } from './document';
import { closedSchema } from './event-schema';
import { PUBLIC_EVENTS } from './public-events';

const GATEWAY = join(__dirname, '..', '..');
const HOW = 'run `npm run build && node infra/scripts/write-asyncapi.mjs`';
const document = buildAsyncApi();

function committed(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(join(GATEWAY, ...path), 'utf8'));
}

const ajv = new Ajv2020({ strict: true, allErrors: true });
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/);
ajv.addFormat('uri', (text) => URL.canParse(text));

describe('apps/gateway/event-schemas', () => {
  it.each(PUBLIC_EVENT_TYPES)('%s breaks no subscriber that was written against the committed schema', (type) => {
    expect(breakingChanges(committed('event-schemas', `${type}.json`) as Schema, buildEventSchema(type))).toEqual([]);
  });

  it.each(PUBLIC_EVENT_TYPES)(`%s is committed as it is: when not, ${HOW}`, (type) => {
    expect(committed('event-schemas', `${type}.json`)).toEqual(buildEventSchema(type));
  });

  it('has a file for every public event, and no other', () => {
    const names = readdirSync(join(GATEWAY, 'event-schemas'));
    expect(names.sort()).toEqual(PUBLIC_EVENT_TYPES.map((type) => `${type}.json`).sort());
  });

  it.each(PUBLIC_EVENT_TYPES)('%s stands for itself, holds for its example, and takes keys that come later', (type) => {
    const validate = ajv.compile(buildEventSchema(type));
    expect(valuesOf(buildEventSchema(type), '$ref')).toEqual([]);
    expect([validate(PUBLIC_EVENTS[type].example), validate.errors]).toEqual([true, null]);
    expect(validate({ ...PUBLIC_EVENTS[type].example, of_a_later_version: 1 })).toBe(true);
    expect(ajv.compile(closedSchema(type))({ ...PUBLIC_EVENTS[type].example, internal: 1 })).toBe(false);
  });
});

describe('apps/gateway/asyncapi.json', () => {
  it(`is the document: when it is not, ${HOW}`, () => {
    expect(committed('asyncapi.json')).toEqual(document);
  });

  it('has no reference that leads nowhere', () => {
    const references = valuesOf(document, '$ref');
    expect(references.length).toBeGreaterThan(30);
    for (const reference of references) {
      expect([reference, resolve(document, String(reference))]).not.toContain(undefined);
    }
  });

  it('names its license as AsyncAPI 3.0 does', () => {
    expect(document).toMatchObject({
      info: { license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' } },
    });
    expect(valuesOf(document, 'identifier')).toEqual([]);
  });

  it('has a title for every type that a generator makes of it, which is one type', () => {
    const types = schemasOf(document).filter(
      (schema) => (schema['type'] === 'object' && 'properties' in schema) || ('enum' in schema && !('const' in schema)),
    );
    expect(types.length).toBeGreaterThan(50);
    const seen = new Map<unknown, unknown>();
    for (const { description: _, ...schema } of types) {
      expect(schema['title']).toMatch(/^[A-Z]\w+$/);
      expect(schema).toEqual(seen.get(schema['title']) ?? schema);
      seen.set(schema['title'], schema);
    }
  });

  it('has every public event on its topic', () => {
    for (const type of PUBLIC_EVENT_TYPES) {
      const pointer = `#/channels/${topicOf(type)}/messages/${type}`;
      expect(resolve(document, pointer)).toEqual({ $ref: `#/components/messages/${type}` });
    }
  });
});
