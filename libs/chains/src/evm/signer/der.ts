const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * Reads an ECDSA signature as key management services write it: a sequence of two positive integers, in DER.
 *
 * @returns undefined for anything else
 */
export function readDer(bytes: Uint8Array): { readonly r: bigint; readonly s: bigint } | undefined {
  if (bytes[0] !== SEQUENCE || bytes[1] !== bytes.length - 2) return undefined;
  const r = readInteger(bytes, 2);
  const s = r === undefined ? undefined : readInteger(bytes, r.end);
  return r !== undefined && s?.end === bytes.length ? { r: r.value, s: s.value } : undefined;
}

function readInteger(bytes: Uint8Array, start: number): { readonly value: bigint; readonly end: number } | undefined {
  const length = bytes[start + 1] ?? 0;
  const digits = bytes.subarray(start + 2, start + 2 + length);
  const isPositive = digits[0] !== undefined && digits[0] < 0x80;
  if (bytes[start] !== INTEGER || length > 33 || digits.length !== length || !isPositive) return undefined;
  return { value: BigInt(`0x${Buffer.from(digits).toString('hex')}`), end: start + 2 + length };
}
