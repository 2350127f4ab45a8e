import 'reflect-metadata';
import { Input, Keyed, Nullable, Optional, Required, RequiredOrNull, Says } from '../http/fields';
import { PageQuery } from '../http/inputs';
import { IsAmount, IsListOfWords, IsMetadataFilter, IsOneOf, IsText } from '../http/validators';
import { CHAIN, CHECK_NAME } from '../http/words';
import { inputSchemas, queryParameters } from './inputs';

@Input('Part', 'One of many.')
class Part {
  @Required()
  @IsAmount()
  @Says('How much.', '1.00')
  amount!: string;
}

class Base {
  @Optional()
  @IsText(1, 9)
  key?: string;
}

@Input('Order', 'What is asked for.')
class Order extends Base {
  @Required()
  @IsOneOf(CHAIN)
  chain!: string;

  @Optional()
  @IsListOfWords(CHECK_NAME)
  checks?: readonly string[];

  @Nullable()
  @IsOneOf(['on', 'off'])
  status?: string | null;

  @RequiredOrNull()
  @IsText(0, 5)
  name!: string | null;

  @Required({ type: () => Part, listMax: 3 })
  parts!: readonly Part[];
}

class Query extends PageQuery {
  @Keyed()
  @IsMetadataFilter()
  @Says('Notes.', { order: '1' })
  metadata?: Readonly<Record<string, string>>;
}

describe('the schema of a request class', () => {
  const schemas = inputSchemas([Order]);

  it('has its own fields and those that it inherits, takes null for what may be left out, and no other field', () => {
    expect(schemas['Order']).toEqual({
      type: 'object',
      description: 'What is asked for.',
      properties: {
        chain: { $ref: '#/components/schemas/Chain' },
        checks: {
          anyOf: [
            {
              type: 'array',
              items: { $ref: '#/components/schemas/CheckName' },
              minItems: 1,
              maxItems: 4,
              uniqueItems: true,
            },
            { type: 'null' },
          ],
        },
        status: { anyOf: [{ type: 'string', enum: ['on', 'off'] }, { type: 'null' }] },
        name: { anyOf: [{ type: 'string', minLength: 0, maxLength: 5 }, { type: 'null' }] },
        parts: { type: 'array', items: { $ref: '#/components/schemas/Part' }, minItems: 1, maxItems: 3 },
        key: { anyOf: [{ type: 'string', minLength: 1, maxLength: 9 }, { type: 'null' }] },
      },
      required: ['chain', 'name', 'parts'],
      additionalProperties: false,
    });
  });

  it('brings the schemas of what is inside of it, and of the words', () => {
    expect(schemas['Part']).toMatchObject({
      properties: { amount: { type: 'string', description: 'How much.', examples: ['1.00'] } },
      required: ['amount'],
    });
    expect(schemas['Chain']).toMatchObject({ enum: CHAIN.words });
  });
});

describe('the parameters of a query class', () => {
  const parameters = queryParameters(Query, 'wal');
  const named = (name: string) => parameters.find((each) => each.name === name);

  it('begin a page after an id of what is listed', () => {
    expect(named('starting_after')).toMatchObject({ schema: { pattern: expect.stringMatching(/^\^wal_/) } });
  });

  it('have examples of their own type', () => {
    expect(named('limit')).toMatchObject({ in: 'query', required: false, schema: { type: 'integer' }, example: 20 });
  });

  it('write a map as name[key]', () => {
    expect(named('metadata')).toMatchObject({ style: 'deepObject', example: { order: '1' } });
  });
});
