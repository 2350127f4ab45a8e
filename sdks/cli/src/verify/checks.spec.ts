import { amountOf, unitsOf } from './checks.js';

it.each([
  ['12.5', 12_500_000n, '12.50'],
  ['0.010001', 10_001n, '0.010001'],
  ['1000000.00', 1_000_000_000_000n, '1000000.00'],
  ['7', 7_000_000n, '7.00'],
])('%s is an amount of %d units, shown as %s', (amount, units, shown) => {
  expect(unitsOf(amount)).toBe(units);
  expect(amountOf(units)).toBe(shown);
});
