import { crc32c } from './crc32c';

describe('crc32c', () => {
  it.each([
    ['123456789', Buffer.from('123456789'), 0xe3069283],
    ['nothing', Buffer.alloc(0), 0],
    ['32 zeros', Buffer.alloc(32), 0x8a9136aa],
    ['32 ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
  ])('is that of RFC 3720 for %s', (_, bytes, expected) => expect(crc32c(bytes)).toBe(expected));
});
