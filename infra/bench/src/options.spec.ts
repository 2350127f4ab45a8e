import { readOptions } from './options';

const NAMES = ['post', 'reads'];

it('measures everything in full and shows it to people, unless told', () => {
  expect(readOptions([], NAMES)).toEqual({ quick: false, json: false, only: [], largest: undefined, write: undefined });
});

it('takes measurements by name, one or several at once', () => {
  expect(readOptions(['--only', 'post'], NAMES).only).toEqual(['post']);
  expect(readOptions(['--only', 'post,reads'], NAMES).only).toEqual(['post', 'reads']);
  expect(readOptions(['--only=post', '--only=reads'], NAMES).only).toEqual(['post', 'reads']);
});

it('takes every switch', () => {
  const options = { quick: true, json: true, only: [], largest: 10_000, write: 'performance.md' };
  expect(readOptions(['--quick', '--json', '--largest', '10000', '--write', 'performance.md'], NAMES)).toEqual(options);
});

it.each([
  [['--only', 'post,writes'], 'there is no measurement "writes": it is one of post, reads'],
  [['--largest', '10'], '--largest takes a number of payments from 1000, not "10"'],
  [['--largest', 'all'], '--largest takes a number of payments from 1000, not "all"'],
  [['--fast'], "Unknown option '--fast'"],
  [['post'], 'Unexpected argument'],
])('refuses %j', (args, reason) => {
  expect(() => readOptions(args, NAMES)).toThrow(reason);
});
