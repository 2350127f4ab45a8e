import { CURRENCIES, currencyKey } from './currency';

describe('currencies', () => {
  it('USDC and EURC', () => {
    expect(CURRENCIES).toEqual(['USDC', 'EURC']);
  });

  it.each(CURRENCIES)('%s stands in a response in lower case', (currency) => {
    expect(currencyKey(currency)).toBe(currency.toLowerCase());
  });
});
