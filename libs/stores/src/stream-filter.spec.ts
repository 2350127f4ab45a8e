import { StreamFilter, categoryOf } from './stream-filter';

const STREAMS = [
  'payment-pay_1',
  'payment-pay_2',
  'submission-base.a',
  'submission-solana.a',
  'api_keys',
  'wallet-w-1',
];
const FILTERS: readonly (readonly string[] | undefined)[] = [
  undefined,
  [],
  [''],
  ['payment-'],
  ['payment-pay_1'],
  ['pay'],
  ['submission-base.', 'wallet-'],
  ['api_'],
  ['other-'],
];

describe('a filter of streams', () => {
  it.each(FILTERS.map((prefixes) => [prefixes]))(
    'a filter of %j accepts every category that has a match',
    (prefixes) => {
      const filter = new StreamFilter(prefixes);
      for (const stream of STREAMS) {
        if (filter.matches(stream)) expect([stream, filter.mayMatch(categoryOf(stream))]).toEqual([stream, true]);
      }
    },
  );

  it('turns away every category that its prefixes rule out', () => {
    const filter = new StreamFilter(['submission-base.', 'wallet-']);
    const turnedAway = STREAMS.filter((stream) => !filter.mayMatch(categoryOf(stream)));
    expect(turnedAway).toEqual(['payment-pay_1', 'payment-pay_2']);
  });
});

it('the category of a stream ends with its first hyphen', () => {
  expect(categoryOf('payment-pay_1')).toBe(categoryOf('payment-pay_2'));
  expect(categoryOf('wallet-w-1')).toBe(categoryOf('wallet-x'));
  expect(categoryOf('payment-pay_1')).not.toBe(categoryOf('wallet-w-1'));
});
