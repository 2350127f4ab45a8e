import Ajv2020 from 'ajv/dist/2020';
import { apiDocument } from '../api-document';
import { contentsOf, operationsOf, webhooksOf } from './testing/walk';

const document = apiDocument();

// Components stand in a schema of their own, because JSON Schema in strict mode takes nothing of OpenAPI around it.
const inComponents = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'components#/$defs/')) as object;
const ajv = new Ajv2020({ strict: true, allErrors: true });
ajv.addKeyword({ keyword: 'x-extensible-enum', schemaType: 'array' });
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/);
ajv.addFormat('uri', (text) => URL.canParse(text));
ajv.addSchema({ $id: 'components', $defs: inComponents(document.components.schemas) });

function problems(schema: unknown, value: unknown): unknown {
  const validate = ajv.compile(inComponents(schema));
  validate(value);
  return validate.errors ?? [];
}

describe('the schemas', () => {
  it.each(Object.keys(document.components.schemas))('%s compiles in strict mode and holds for its examples', (name) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    expect(() => ajv.compile(inComponents(schema))).not.toThrow();
    for (const example of document.components.schemas[name]?.examples ?? []) {
      expect({ example, problems: problems(schema, example) }).toEqual({ example, problems: [] });
    }
  });

  it('every example of a property holds', () => {
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      for (const [key, property] of Object.entries(properties)) {
        for (const example of property.examples ?? []) {
          expect([name, key, problems(property, example)]).toEqual([name, key, []]);
        }
      }
    }
  });
});

describe('the examples', () => {
  const contents = [...operationsOf(document), ...webhooksOf(document)].flatMap((placed) =>
    contentsOf(document, placed),
  );
  const examples = contents.flatMap(({ name, content }) =>
    Object.entries(content.examples ?? {}).map(([example, { value }]) => ({
      name,
      example,
      schema: content.schema,
      value,
    })),
  );

  it.each(examples)('$name, $example', ({ schema, value }) => {
    expect(problems(schema, value)).toEqual([]);
  });

  it('a schema refuses what it should', () => {
    const payment = { $ref: '#/components/schemas/CreatePayment' };
    expect(problems(payment, { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: 10 })).not.toEqual([]);
    expect(problems(payment, { amount: '10.00' })).not.toEqual([]);
    expect(
      problems(payment, { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1', chian: 'base' }),
    ).not.toEqual([]);
  });

  const parameters = operationsOf(document).flatMap(({ name: of, operation: { parameters: all = [] } }) =>
    all.flatMap((each) => ('in' in each && each.example !== undefined ? [{ of, ...each }] : [])),
  );
  it.each([...parameters, ...Object.values(document.components.parameters).map((each) => ({ of: 'many', ...each }))])(
    'parameter $name of $of',
    ({ schema, example }) => {
      expect(problems(schema, example)).toEqual([]);
    },
  );

  it.each(Object.entries(document.components.headers))('header %s', (_name, { schema, example }) => {
    expect(problems(schema, example)).toEqual([]);
  });
});
