/** Writes bytes as a number in the base that an alphabet has digits for, filled up with zeros to `length` digits. */
export function inDigits(bytes: Uint8Array, alphabet: string, length: number): string {
  const base = BigInt(alphabet.length);
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let digits = '';
  while (digits.length < length) {
    digits = alphabet.charAt(Number(rest % base)) + digits;
    rest /= base;
  }
  return digits;
}
