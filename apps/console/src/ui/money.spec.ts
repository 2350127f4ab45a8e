import { addAmounts, compareAmounts, groupThousands, percentOf, subtractAmounts } from './money';

describe('amounts', () => {
  it.each([
    ['0.00', '0.00'],
    ['999.10', '999.10'],
    ['1000.00', '1,000.00'],
    ['-1234567.000001', '-1,234,567.000001'],
    ['999999999999999.123456', '999,999,999,999,999.123456'],
  ])('%s is shown as %s, with every digit', (amount, shown) => {
    expect(groupThousands(amount)).toBe(shown);
  });

  it('shows what is not an amount as it is', () => {
    expect(groupThousands('1e3')).toBe('1e3');
  });

  it('compares beyond the precision of numbers', () => {
    expect(compareAmounts('9007199254740993.000001', '9007199254740993.000002')).toBe(-1);
    expect(compareAmounts('10.50', '10.5')).toBe(0);
    expect(compareAmounts('10', '9.99')).toBe(1);
    expect(compareAmounts('-2.00', '-1.00')).toBe(-1);
  });

  it('adds exactly', () => {
    expect(addAmounts('0.1', '0.2')).toBe('0.30');
    expect(addAmounts('9007199254740993.00', '0.000001')).toBe('9007199254740993.000001');
    expect(addAmounts('1.00', '-1.50')).toBe('-0.50');
    expect(addAmounts()).toBe('0.00');
  });

  it('subtracts exactly', () => {
    expect(subtractAmounts('9007199254740993.00', '0.000001')).toBe('9007199254740992.999999');
    expect(subtractAmounts('1.00', '0.00')).toBe('1.00');
    expect(subtractAmounts('1.00', '-1.50')).toBe('2.50');
    expect(subtractAmounts('1.00', '1.50')).toBe('-0.50');
  });

  it.each([
    ['0.00', '1000.00', 0],
    ['333.33', '1000.00', 33.3],
    ['999.999999', '1000.00', 99.9],
    ['1500.00', '1000.00', 150],
    ['1.00', '0.00', 100],
  ])('%s of %s is %d percent', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent);
  });
});
