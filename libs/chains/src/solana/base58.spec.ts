import { base58 } from '@scure/base';
import fc from 'fast-check';
import { fromBase58, toBase58 } from './base58';

it('writes and reads bytes as everybody does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(3), (bytes, zeros) => {
      const given = Uint8Array.of(...Array.from({ length: zeros }, () => 0), ...bytes);
      expect(toBase58(given)).toBe(base58.encode(given));
      expect([...fromBase58(toBase58(given))]).toEqual([...given]);
    }),
  );
});

it.each(['0', 'l', 'zzI', ' z'])('"%s" has a character that is none of its digits', (text) => {
  expect(() => fromBase58(text)).toThrow(TypeError);
});
