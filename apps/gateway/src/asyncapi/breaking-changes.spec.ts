import type { Schema } from '../http/json-schema';
import { breakingChanges } from './breaking-changes';

const BEFORE: Schema = {
  type: 'object',
  description: 'A payment.',
  properties: {
    id: { type: 'string', pattern: '^pay_' },
    status: { type: 'string', enum: ['pending', 'settled'] },
    fee: { type: 'number', minimum: 0 },
    memo: { anyOf: [{ type: 'string', maxLength: 64 }, { type: 'null' }], description: 'A note.' },
    checks: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
  },
  required: ['id', 'status', 'memo', 'checks'],
};

function changed(properties: Readonly<Record<string, Schema | undefined>>, rest: Schema = {}): Schema {
  const entries = Object.entries({ ...BEFORE.properties, ...properties });
  const present = entries.filter((entry): entry is [string, Schema] => entry[1] !== undefined);
  return { ...BEFORE, properties: Object.fromEntries(present), ...rest };
}

describe('breakingChanges', () => {
  it.each<[string, Schema]>([
    ['nothing', BEFORE],
    ['another description', { ...BEFORE, description: 'A transfer.' }],
    ['a new key', changed({ network: { type: 'string' } })],
    ['a new word', changed({ status: { type: 'string', enum: ['pending', 'settled', 'failed'] } })],
    ['null no more', changed({ memo: { type: 'string', maxLength: 64 } })],
    ['whole numbers only', changed({ fee: { type: 'integer', minimum: 0 } })],
    ['always there', changed({}, { required: ['id', 'status', 'fee', 'memo', 'checks'] })],
  ])('is nothing: %s', (_, after) => {
    expect(breakingChanges(BEFORE, after)).toEqual([]);
  });

  it.each<[string, Schema]>([
    ['data.memo: is gone', changed({ memo: undefined })],
    ['data.memo: may be missing now', changed({}, { required: ['id', 'status', 'checks'] })],
    ['data.id: may be null now', changed({ id: { anyOf: [{ type: 'string', pattern: '^pay_' }, { type: 'null' }] } })],
    ['data.fee: may be string now', changed({ fee: { type: 'string', minimum: 0 } })],
    ['data.id: another pattern', changed({ id: { type: 'string', pattern: '^payment_' } })],
    ['data.fee: another minimum', changed({ fee: { type: 'number' } })],
    ['data.status: may be anything now', changed({ status: { type: 'string' } })],
    ['data.memo: may be anything now', changed({ memo: { maxLength: 64 } })],
    ['data.memo: another maxLength', changed({ memo: { anyOf: [{ type: 'string' }, { type: 'null' }] } })],
    [
      'data.checks[].name: is gone',
      changed({ checks: { type: 'array', items: { type: 'object', properties: {}, required: [] } } }),
    ],
  ])('%s', (line, after) => {
    expect(breakingChanges(BEFORE, after)).toEqual([line]);
  });
});
