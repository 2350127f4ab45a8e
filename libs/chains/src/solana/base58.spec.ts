import { base58 } from '@scure/base';
import fc from 'fast-check';
import { toBase58 } from './base58';

it('writes bytes as everybody does', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(3), (bytes, zeros) => {
      const given = Uint8Array.of(...Array.from({ length: zeros }, () => 0), ...bytes);
      expect(toBase58(given)).toBe(base58.encode(given));
    }),
  );
});
