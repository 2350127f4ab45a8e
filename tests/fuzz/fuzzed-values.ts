import fc from 'fast-check';
import { target, type Parameter, type Schema } from '../e2e/support/openapi';
import { EVM_RECIPIENT, REVIEWED, SANCTIONED, SOLANA_RECIPIENT } from '../e2e/support/payments';
import { MAGIC } from '../e2e/support/screenings';

/** Never `D007`, which is there to make the service fail. */
const ADDRESSES = [
  ...[EVM_RECIPIENT, EVM_RECIPIENT.toLowerCase(), SOLANA_RECIPIENT, SANCTIONED, REVIEWED],
  ...['d002', 'd003', 'd004', 'd006'].map((last) => MAGIC.evm(last)),
  ...['Gq6', 'GqB'].map((last) => MAGIC.solana(last)),
];
/** Ordinary ones, and outcomes of the sandbox that do not take long. */
const AMOUNTS = [
  ...['0.01', '1', '1.00', '12.5', '250.00', '999999.99', '1000000.00', '1000000.01', '0.009999', '0', '000001.000000'],
  ...['0201', '0202', '0203', '0204', '0301', '0302', '0401', '0402'].map((last) => `1.00${last}`),
];
const KEYS = ['one', 'two', 'three'];
const anyText = fc.string({ unit: 'grapheme', maxLength: 300 });
const visible = fc.stringMatching(/^[!-~]{1,64}$/);

/** What means something, by the name of the field. `$wal` stands for the id of a wallet that there is, and so on. */
const MEANINGFUL: Readonly<Record<string, fc.Arbitrary<string>>> = {
  to: fc.constantFrom(...ADDRESSES),
  address: fc.constantFrom(...ADDRESSES),
  approvers: fc.constantFrom(...ADDRESSES),
  approver: fc.constantFrom(...ADDRESSES),
  amount: fc.constantFrom(...AMOUNTS),
  country_code: fc.constantFrom('DE', 'FR', 'US', 'KP', 'XX'),
  owner: fc.oneof(fc.constantFrom('agent:fuzz', 'user:blocked'), fc.stringMatching(/^(agent|user):[!-~]{1,128}$/)),
  from: fc.constantFrom('$wal', '$pay', 'wal_0'),
  wallet: fc.constantFrom('$wal', '$pay', 'wal_0'),
  compliance_ref: fc.constantFrom('$cpl', 'cpl_0'),
  event_id: fc.constantFrom('$evt', 'evt_0'),
  starting_after: fc.constantFrom('$pay', '$wal', '$apr', '$whe', '$whd', '$evt', '$key', '$led', '$cpl', '$att'),
  since: fc.constantFrom('$evt', '2026-01-01T00:00:00Z', 'evt_01JD8Z5M3V7T9G2K4XQW6N0B1C'),
  // Nobody listens there, and nobody is looked up before something is delivered.
  url: fc.constantFrom('http://127.0.0.1:9/', 'https://hooks.example.com/', 'ftp://example.com', 'http://10.0.0.1/'),
  ip_allow_list: fc.constantFrom('203.0.113.0/24', '2001:db8::/32', '127.0.0.1', 'localhost'),
  expires_at: fc.constantFrom('2999-01-01T00:00:00Z', '2999-01-01T00:00:00.000Z', '2020-01-01T00:00:00Z'),
  idempotency_key: fc.oneof(fc.constantFrom(...KEYS), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 })),
  'Idempotency-Key': fc.oneof(fc.constantFrom(...KEYS, ''), visible),
  wait: fc.constantFrom('0', '1', '31'),
  Prefer: fc.oneof(fc.constantFrom('respond-async', 'wait=0', 'wait=1', 'wait=x', ''), visible),
};

/** A value that the schema allows, of a field of that name. */
export function validValue(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const { type = 'string', enum: words, anyOf, properties = {}, required = [], items = {}, ...bounds } = target(schema);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((each) => validValue(each, name)));
  if (words !== undefined) return fc.constantFrom(...words);
  const kinds = [type].flat().map((kind): fc.Arbitrary<unknown> => {
    switch (kind) {
      case 'null':
        return fc.constant(null);
      case 'integer':
        return fc.integer({ min: bounds.minimum ?? 0, max: bounds.maximum ?? 9 });
      case 'array':
        return fc.uniqueArray(validValue(items, name), { minLength: bounds.minItems ?? 0, maxLength: 4 });
      case 'object': {
        const { propertyNames, additionalProperties } = bounds;
        if (typeof additionalProperties === 'object' && propertyNames?.pattern !== undefined) {
          const keys = fc.stringMatching(new RegExp(propertyNames.pattern));
          return fc.dictionary(keys, validValue(additionalProperties), { maxKeys: 3 });
        }
        const fields = Object.entries(properties).map(([key, value]) => [key, validValue(value, key)] as const);
        return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
      }
      default:
        return MEANINGFUL[name] ?? textWithin(bounds);
    }
  });
  return fc.oneof(...kinds);
}

function textWithin({ pattern, format, minLength = 0, maxLength = 64 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  if (format === 'date-time') {
    const [min, max] = [new Date('2020-01-01'), new Date('2030-01-01')];
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
  }
  if (format === 'date') return fc.constantFrom('2020-01-01', '2024-02-29', '2029-12-31');
  return fc.string({ unit: 'grapheme', minLength, maxLength });
}

/** A valid body with one thing changed, or any JSON at all. */
export function changedBody(schema: Schema, valid: fc.Arbitrary<object>): fc.Arbitrary<unknown> {
  const known = Object.keys(schema.properties ?? {});
  const names = known.length === 0 ? anyText : fc.constantFrom(...known);
  return fc.oneof(
    fc
      .tuple(valid, fc.oneof(names, names, anyText), fc.jsonValue())
      .map(([body, name, value]) => ({ ...body, [name]: value })),
    fc
      .tuple(valid, names)
      .map(([body, left]) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== left))),
    fc.jsonValue(),
  );
}

/**
 * Some of the parameters, by name.
 *
 * @param fault - what a value is now and then instead: seldom, because one wrong value refuses the whole request
 */
export function parametersOf(
  parameters: readonly Parameter[],
  fault: fc.Arbitrary<string>,
): fc.Arbitrary<Readonly<Record<string, string>>> {
  const values = parameters.map(({ name, schema }) => {
    const valid =
      MEANINGFUL[name] ??
      validValue(schema, name).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
    return [
      schema.type === 'object' ? `${name}[order]` : name,
      fc.oneof({ weight: 11, arbitrary: valid }, { weight: 1, arbitrary: fault }),
    ] as const;
  });
  // A key that is left out is not there at all.
  return fc.record(Object.fromEntries(values), { requiredKeys: [] }).map((given) => given as Record<string, string>);
}

/** Any text in a URL's query. */
export const queryFault = anyText;
/** Any text in a header. */
export const headerFault = visible;

/** What stands in a path for an id: mostly `$id`, which is one that there is. */
export const idText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constant('$id') },
  { weight: 1, arbitrary: fc.constant('pay_01JD8Z5M3V7T9G2K4XQW6N0B1C') },
  // Dots alone are taken out of a URL before it is sent.
  { weight: 1, arbitrary: anyText.filter((id) => id !== '' && !/^\.+$/.test(id)) },
);
