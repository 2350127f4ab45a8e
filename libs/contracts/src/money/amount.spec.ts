import fc from 'fast-check';
import { decimalsOf, formatAmount, parseAmount, toUnits } from './amount';

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: min, maxLength: max });
const MAX = 10n ** 21n - 1n;

/** Says without a regular expression whether a text is a decimal string of the API. */
function isDecimalString(text: string): boolean {
  const [whole, fraction, ...more] = text.split('.');
  const allDigits = (part: string) =>
    part !== '' && Array.from(part).every((character) => '0123456789'.includes(character));
  if (whole === undefined || more.length > 0 || !allDigits(whole) || whole.length > 15) return false;
  return fraction === undefined || (allDigits(fraction) && fraction.length <= 6);
}

describe('Money is a decimal string outside and minor units inside', () => {
  it.each([
    ['0', 0n],
    ['0.000001', 1n],
    ['12.5', 12_500_000n],
    ['250.00', 250_000_000n],
    ['007.10', 7_100_000n],
    ['999999999999999.999999', MAX],
  ])('reads %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  it.each([
    '',
    '.',
    '.5',
    '1.',
    '-1',
    '+1',
    '1e3',
    '0x10',
    '1,000',
    '1_000',
    '1.0000001',
    '1000000000000000',
    '1.2.3',
    ' 1',
    '1 ',
    '1\n',
    'NaN',
    'Infinity',
    '\uff11',
    '\u0661',
    '\u00bd',
    '1\u00a0',
    '1\u200b',
  ])('refuses %j', (text) => {
    expect(parseAmount(text)).toBeUndefined();
  });

  it('agrees with bigint arithmetic on every decimal string', () => {
    fc.assert(
      fc.property(digits(1, 15), fc.option(digits(1, 6)), (whole, fraction) => {
        const expected = BigInt(whole) * 10n ** 6n + BigInt(fraction ?? 0) * 10n ** BigInt(6 - (fraction ?? '').length);
        expect(parseAmount(fraction === null ? whole : `${whole}.${fraction}`)).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('accepts nothing else', () => {
    const nearly = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789..,-+eE _\n\u0661\uff11')),
      maxLength: 24,
    });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: 'binary' })), (text) => {
        expect(parseAmount(text) !== undefined).toBe(isDecimalString(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('Output has at least two decimals, no grouping, no exponent', () => {
  it.each([
    [0n, '0.00'],
    [1n, '0.000001'],
    [10_000n, '0.01'],
    [100_000n, '0.10'],
    [250_000_000n, '250.00'],
    [1_234_567_890n, '1234.56789'],
    [-1n, '-0.000001'],
    [-250_000_000n, '-250.00'],
    [MAX, '999999999999999.999999'],
  ])('writes %s as %s', (amount, text) => {
    expect(formatAmount(amount)).toBe(text);
  });

  it.each([
    [21_000n, 'SOL', '0.000021'],
    [1_500_000_000n, 'SOL', '1.50'],
    [1n, 'ETH', '0.000000000000000001'],
    [-2_000_000_000_000_000_000n, 'ETH', '-2.00'],
    [12_500_000n, 'EURC', '12.50'],
  ] as const)('writes %s of %s as %s', (amount, currency, text) => {
    expect(formatAmount(amount, decimalsOf(currency))).toBe(text);
  });

  it('reads back as the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX }), (amount) => {
        expect(parseAmount(formatAmount(amount))).toBe(amount);
      }),
    );
  });

  it('is the one shortest spelling of its amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (amount) => {
        const text = formatAmount(amount);
        expect(text).toMatch(/^-?(0|[1-9]\d*)\.(\d\d|\d{2,5}[1-9])$/);
        expect(formatAmount(-amount)).toBe(amount > 0n ? `-${text}` : text.replace('-', ''));
      }),
    );
  });
});

describe('minor units as text', () => {
  it('carry any amount through JSON', () => {
    fc.assert(
      fc.property(fc.bigInt(), (amount) => {
        expect(BigInt(JSON.parse(JSON.stringify(toUnits(amount))) as string)).toBe(amount);
      }),
    );
  });
});
