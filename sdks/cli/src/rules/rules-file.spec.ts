import { unknownField } from './rules-file.js';

const document = {
  components: {
    schemas: {
      UpdateRuleDraft: {
        type: 'object',
        properties: {
          otherwise: { type: 'string' },
          rules: { anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/RuleInput' } }, { type: 'null' }] },
        },
        additionalProperties: false,
      },
      RuleInput: {
        type: 'object',
        properties: { name: { type: 'string' }, when: { anyOf: [{ $ref: '#/components/schemas/When' }] } },
        additionalProperties: false,
      },
      When: {
        type: 'object',
        properties: { metadata: { type: 'object', additionalProperties: { type: 'string' } } },
        additionalProperties: false,
      },
      Endless: { $ref: '#/components/schemas/Endless' },
    },
  },
};
const unknown = (value: unknown, schema = 'UpdateRuleDraft') => unknownField(document, schema, value);

describe('An unknown field of a file of rules', () => {
  it.each([
    ['colour', { colour: 'red', rules: [] }],
    ['rules[1].max_amount', { rules: [{ name: 'a' }, { name: 'b', max_amount: '1' }] }],
    ['rules[0].when.abvoe', { rules: [{ name: 'a', when: { abvoe: '1' } }] }],
    ['constructor', { constructor: 1 }],
  ])('is found: %s', (path, value) => {
    expect(unknown(value)).toBe(path);
  });

  it.each([
    [{ otherwise: 'deny', rules: [{ name: 'a', when: { metadata: { anything: 'x' } } }] }],
    [{ rules: [{ name: 'a', when: null }] }],
    [{ rules: 7 }],
  ])('is none in %j', (value) => {
    expect(unknown(value)).toBeUndefined();
  });

  it('is not looked for where the document of the service says nothing', () => {
    expect(unknown({ a: 1 }, 'Endless')).toBeUndefined();
    expect(unknownField({}, 'UpdateRuleDraft', { a: 1 })).toBeUndefined();
  });
});
