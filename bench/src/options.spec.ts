import { readOptions } from './options';

const NAMES = ['post', 'reads'];

it('measures everything in full and shows it to people, unless told', () => {
  const unset = { largest: undefined, chain: undefined, write: undefined };
  expect(readOptions([], NAMES)).toEqual({ quick: false, json: false, only: [], ...unset });
});

it('takes measurements by name, one or several at once', () => {
  expect(readOptions(['--only', 'post'], NAMES).only).toEqual(['post']);
  expect(readOptions(['--only', 'post,reads'], NAMES).only).toEqual(['post', 'reads']);
  expect(readOptions(['--only=post', '--only=reads'], NAMES).only).toEqual(['post', 'reads']);
});

it('takes every switch', () => {
  const switches = { quick: true, json: true, only: [], chain: undefined };
  const numbers = ['--largest', '10000'];
  const given = { largest: 10_000, write: 'performance.md' };
  expect(readOptions(['--quick', '--json', ...numbers, '--write', 'performance.md'], NAMES)).toEqual({
    ...switches,
    ...given,
  });
});

it('measures one chain by itself', () => {
  expect(readOptions(['--chain', 'evm'], NAMES).chain).toBe('evm');
  expect(readOptions(['--chain=solana', '--quick'], NAMES)).toMatchObject({ chain: 'solana', quick: true });
});

it.each([
  [['--chain', 'bitcoin'], '--chain takes evm or solana, not "bitcoin"'],
  [['--chain', 'evm', '--only', 'post'], '--chain measures by itself'],
  [['--only', 'post,writes'], 'there is no measurement "writes": it is one of post, reads'],
  [['--largest', '10'], '--largest takes a number of payments from 1000, not "10"'],
  [['--largest', 'all'], '--largest takes a number of payments from 1000, not "all"'],
  [['--fast'], "Unknown option '--fast'"],
  [['post'], 'Unexpected argument'],
])('refuses %j', (args, reason) => {
  expect(() => readOptions(args, NAMES)).toThrow(reason);
});
