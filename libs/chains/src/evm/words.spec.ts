import { encodeFunctionData } from 'viem';
import { TOKEN_ABI } from './abi';
import { addressWord, bytesWord, callOf, numberWord, selectorOf } from './words';

const MIXED_CASE = '0x52908400098527886E0F7030069857D2E4169EE7';
const NONCE = `0x${'0f'.repeat(31)}00` as const;

describe('a call whose arguments are words', () => {
  it.each([0n, 1n, 12_500_000n, 2n ** 255n, 2n ** 256n - 1n])('is what viem encodes: %s', (value) => {
    const args = [
      MIXED_CASE,
      MIXED_CASE.toLowerCase() as `0x${string}`,
      value,
      0n,
      value,
      NONCE,
      28,
      NONCE,
      NONCE,
    ] as const;
    const words = [
      addressWord(MIXED_CASE),
      addressWord(MIXED_CASE.toLowerCase()),
      ...[value, 0n, value].map(numberWord),
      bytesWord(NONCE),
      numberWord(28n),
      bytesWord(NONCE),
      bytesWord(NONCE),
    ];
    const functionName = 'transferWithAuthorization';
    expect(callOf(selectorOf(TOKEN_ABI, functionName), words)).toBe(
      encodeFunctionData({ abi: TOKEN_ABI, functionName, args }),
    );
  });

  it.each<[string, () => unknown]>([
    ['a negative number', () => numberWord(-1n)],
    ['a number of 33 bytes', () => numberWord(2n ** 256n)],
    ['an address without 0x', () => addressWord(MIXED_CASE.slice(2).padStart(42, '0'))],
    ['a short address', () => addressWord(MIXED_CASE.slice(0, -1))],
    ['a long address', () => addressWord(`${MIXED_CASE}0`)],
    ['31 bytes', () => bytesWord(NONCE.slice(0, -2))],
    ['33 bytes', () => bytesWord(`${NONCE}00`)],
    ['what is no hex', () => bytesWord(`0x${'zz'.repeat(32)}`)],
  ])('does not take %s', (_, encode) => {
    expect(encode).toThrow(RangeError);
  });

  it('needs a function that the ABI has', () => {
    expect(() => selectorOf(TOKEN_ABI, 'nothing')).toThrow();
  });
});
