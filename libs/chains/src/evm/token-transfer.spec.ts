import { pad, toHex } from 'viem/utils';
import { transferredAmount } from './token-transfer';

const TOPIC = pad('0x1');

it('reads the amount of a transfer', () => {
  expect(transferredAmount({ topics: [TOPIC, TOPIC, TOPIC], data: toHex(12_500_000n, { size: 32 }) })).toBe(
    12_500_000n,
  );
});

it.each([
  ['empty data', [TOPIC, TOPIC, TOPIC], '0x'],
  ['short data', [TOPIC, TOPIC, TOPIC], '0x01'],
  ['more than a number', [TOPIC, TOPIC, TOPIC], toHex(1n, { size: 64 })],
  ['the amount among its topics', [TOPIC, TOPIC, TOPIC, TOPIC], '0x'],
  ['no recipient', [TOPIC, TOPIC], toHex(1n, { size: 32 })],
])('does not know one with %s', (_, topics, data) => {
  expect(transferredAmount({ topics, data })).toBeNull();
});
