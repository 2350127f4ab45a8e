import { der } from '../../testing/kms/held-key';
import { readDer } from './der';

const R = 2n ** 255n + 5n;

describe('readDer', () => {
  it.each([
    ['long ones', R, 2n ** 254n],
    ['short ones', 1n, 0x80n],
  ])('reads two integers: %s', (_, r, s) => expect(readDer(der(r, s))).toEqual({ r, s }));

  const whole = der(R, 3n);
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['64 bytes without form', Buffer.alloc(64, 1)],
    ['less than it says', whole.subarray(0, -1)],
    ['more than it says', Buffer.concat([whole, Buffer.alloc(1)])],
    ['one integer', Buffer.from([0x30, 3, 2, 1, 1])],
    ['three integers', Buffer.from([0x30, 9, 2, 1, 1, 2, 1, 1, 2, 1, 1])],
    ['a negative integer', Buffer.from([0x30, 6, 2, 1, 0x80, 2, 1, 1])],
    ['an empty integer', Buffer.from([0x30, 5, 2, 0, 2, 1, 1])],
    ['an integer of 34 bytes', Buffer.from([0x30, 39, 2, 34, ...Buffer.alloc(34, 1), 2, 1, 1])],
  ])('reads nothing else: %s', (_, bytes) => expect(readDer(bytes)).toBeUndefined());
});
