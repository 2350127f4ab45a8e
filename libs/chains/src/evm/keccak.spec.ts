import { keccak256 as keccakOfViem } from 'viem';
import { keccak256, loadKeccak } from './keccak';

/** Around the blocks of 136 bytes that the function takes, and a transaction with a hundred transfers. */
const LENGTHS = [0, 1, 31, 32, 33, 135, 136, 137, 271, 272, 273, 605, 60_500];
const inputs = LENGTHS.map((length) => Buffer.from(Array.from({ length }, (_, n) => (n * 31 + length) % 256)));
const expected = inputs.map((input) => keccakOfViem(input));
const hashes = (): readonly string[] => inputs.map((input) => `0x${Buffer.from(keccak256(input)).toString('hex')}`);

describe('keccak256', () => {
  it('is the same hash before its WebAssembly is compiled, and after', async () => {
    expect(hashes()).toEqual(expected);
    await loadKeccak();
    expect(hashes()).toEqual(expected);
    expect(hashes()).toEqual(expected);
  });

  it('leaves the hashes that it has returned as they are', async () => {
    await loadKeccak();
    const first = keccak256(Buffer.from('one'));
    keccak256(Buffer.from('two'));
    expect(Buffer.from(first).toString('hex')).toBe(keccakOfViem(Buffer.from('one')).slice(2));
  });
});
