import { readOptions } from './options';

const NAMES = ['kill-payment', 'kill-kafka'];

it('takes every fault, the first seed and 200 payments per second, unless told', () => {
  expect(readOptions([], NAMES)).toEqual({
    only: [],
    seed: 1,
    paymentsPerSecond: 200,
    together: [],
    write: undefined,
    list: false,
  });
});

it('takes some faults, in one list or in several', () => {
  expect(readOptions(['--only', 'kill-kafka,kill-payment'], NAMES).only).toEqual(['kill-kafka', 'kill-payment']);
  expect(readOptions(['--only', 'kill-kafka', '--only', 'kill-payment'], NAMES).only).toHaveLength(2);
});

it.each([
  [['--only', 'rain'], 'there is no fault "rain": it is one of kill-payment, kill-kafka'],
  [['--seed', '-1'], '--seed'],
  [['--rate', '0'], '--rate takes a whole number from 1 on, not "0"'],
  [['--rate', 'fast'], 'not "fast"'],
])('says what is wrong with %j', (args, message) => {
  expect(() => readOptions(args, NAMES)).toThrow(message);
});
