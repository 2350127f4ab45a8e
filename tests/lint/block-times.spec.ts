/** @checks */
import { restrictedSyntaxOf } from './restricted-syntax';

const CHAIN = 'libs/chains/src/evm/example.ts';
const ASKING = [
  'libs/chains/src/solana/observation/example.ts',
  'libs/chains/src/rpc/example.ts',
  'apps/payment/src/application/example.ts',
  'apps/treasury/src/application/example.ts',
  'apps/standalone/src/tools/doctor/example.ts',
];
const OURS = ['libs/chains/src/simulated/example.ts', 'libs/chains/src/local/example.ts'];
const FORBIDDEN = [expect.stringMatching(/^Never turn a time into a number of blocks/)];
const complaints = restrictedSyntaxOf([CHAIN, ...ASKING, ...OURS]);

describe('the linter forbids dividing a time by the time of a block', () => {
  it.each([
    'const blocks = (now - since) / blockMs;',
    'const blocks = Math.floor(age / network.blockMs);',
    'const blocks = age / network.pace.blockTime;',
    'const slots = age / SLOT_MS;',
    'const slots = age / Number(slotMs);',
    'const slots = age / SLOT_MS_MIN;',
    'const blocks = age / block_time;',
    'const blocks = age / blockSeconds;',
    'const blocks = age / blockInterval;',
    'const blocks = age / BLOCK_MS[chain];',
    'const blocks = age / slotDurationMs;',
    'let blocks = age; blocks /= blockMs;',
  ])('as in %s', (code) => {
    expect(complaints(CHAIN, code)).toEqual(FORBIDDEN);
  });

  it.each([
    'const until = at + 150 * slotMs;',
    'const half = blockMs / 2;',
    'const seconds = age / 1_000;',
    'const each = blockGas / transfers;',
    'const share = taken / blocks.length;',
  ])('and not what makes no blocks of a time: %s', (code) => {
    expect(complaints(CHAIN, code)).toEqual([]);
  });

  it.each(ASKING)('in every file that asks a chain: %s', (file) => {
    expect(complaints(file, 'const blocks = age / blockMs;')).toEqual(FORBIDDEN);
  });

  it.each(OURS)('and not in the chains that we make: %s', (file) => {
    expect(complaints(file, 'const blocks = age / blockMs;')).toEqual([]);
  });
});
