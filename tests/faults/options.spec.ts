import type { Fault } from './fault';
import { readOptions } from './options';

const FAULTS: readonly Fault[] = [
  ...['kill-payment', 'kill-kafka'].map((name) => ({ on: 'stack', name, title: name, blows: () => [] }) as const),
  { on: 'pair', name: 'kill-leader', title: 'the leader is killed', blows: () => [] },
  { on: 'eventstoredb', name: 'kill-event-store', title: 'the event store is killed', blows: () => [] },
];

it('takes every fault of the stack, the first seed and 100 payments per second, unless told', () => {
  expect(readOptions([], FAULTS)).toEqual({
    on: 'stack',
    only: [],
    seed: 1,
    paymentsPerSecond: 100,
    together: [],
    write: undefined,
    list: false,
  });
});

it('takes the faults of a pair, at a rate of their own', () => {
  const options = readOptions(['--pair', '--only', 'kill-leader'], FAULTS);
  expect(options).toMatchObject({ on: 'pair', only: ['kill-leader'], paymentsPerSecond: 300 });
});

it('takes the faults of one process on EventStoreDB, at a rate of their own', () => {
  const options = readOptions(['--eventstoredb', '--only', 'kill-event-store'], FAULTS);
  expect(options).toMatchObject({ on: 'eventstoredb', only: ['kill-event-store'], paymentsPerSecond: 150 });
});

it('takes some faults, in one list or in several', () => {
  expect(readOptions(['--only', 'kill-kafka,kill-payment'], FAULTS).only).toEqual(['kill-kafka', 'kill-payment']);
  expect(readOptions(['--only', 'kill-kafka', '--only', 'kill-payment'], FAULTS).only).toHaveLength(2);
});

it.each([
  [['--only', 'rain'], 'there is no fault "rain": it is one of kill-payment, kill-kafka'],
  [['--pair', '--only', 'kill-kafka'], 'there is no fault "kill-kafka": it is one of kill-leader'],
  [['--pair', '--together', 'wallet,payment'], '--together is for the stack'],
  [['--pair', '--eventstoredb'], '--pair and --eventstoredb are two systems'],
  [['--seed', '-1'], '--seed'],
  [['--rate', '0'], '--rate takes a whole number from 1 on, not "0"'],
  [['--rate', 'fast'], 'not "fast"'],
])('says what is wrong with %j', (args, message) => {
  expect(() => readOptions(args, FAULTS)).toThrow(message);
});
