import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type * as Ids from './ids';
import type { IdPrefix } from './ids';
import { derivedId, idFromEvent, isId, madeAt, newId } from './ids';

const PREFIXES: readonly IdPrefix[] = ['pay', 'wal', 'cpl', 'evt', 'whe', 'whd', 'apr', 'led', 'key', 'req', 'msg'];
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LATER = Date.UTC(2040, 0, 1);
const NOW = Date.UTC(2026, 0, 1);

/** Reads the 128 bits of an id with bigint arithmetic, as an oracle for the number arithmetic of the product. */
function bitsOf(id: string): bigint {
  let bits = 0n;
  for (const character of id.slice(id.indexOf('_') + 1)) bits = bits * 32n + BigInt(ALPHABET.indexOf(character));
  return bits;
}
const timeOf = (id: string) => Number(bitsOf(id) >> 80n);

const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe('Ids are a prefix and 26 characters of Crockford base32', () => {
  it.each(PREFIXES)('%s', (prefix) => {
    expect(newId(prefix, NOW)).toMatch(new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`));
    expect(derivedId(prefix, NOW, 'part')).toMatch(new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`));
  });

  it('writes the time in the first 48 bits', () => {
    fc.assert(
      fc.property(times, (at) => {
        // Later while the clock was set back a little.
        const late = timeOf(newId('pay', at)) - at;
        expect(late >= 0 && late <= 3_600_000).toBe(true);
        expect(timeOf(derivedId('pay', at, 'part'))).toBe(at);
      }),
    );
  });

  it.each([-1, 0.5, NaN, Infinity, 2 ** 48])('refuses %s as a time', (at) => {
    expect(() => newId('pay', at)).toThrow(RangeError);
    expect(() => derivedId('pay', at, 'part')).toThrow(RangeError);
  });
});

describe('Ordering by id is ordering by creation', () => {
  it('orders ids of different milliseconds by time', () => {
    fc.assert(
      fc.property(times, times, (a, b) => {
        fc.pre(a < b);
        expect(newId('pay', a) < newId('pay', b)).toBe(true);
        expect(derivedId('evt', a, 'x') < derivedId('evt', b, 'y')).toBe(true);
      }),
    );
  });

  it('orders the ids of one millisecond by their making, each one more than the last', () => {
    const ids = Array.from({ length: 5_000 }, () => newId('pay', NOW + 1));
    expect([...ids].sort()).toEqual(ids);
    for (let i = 1; i < ids.length; i++) expect(bitsOf(ids[i]!) - bitsOf(ids[i - 1]!)).toBe(1n);
  });

  it('carries from the lower half of the 80 bits into the upper', () => {
    jest.isolateModules(() => {
      jest.doMock('node:crypto', () => ({ randomFillSync: (bytes: Buffer) => bytes.fill(0xff) }));
      const { newId: next } = jest.requireActual<typeof Ids>('./ids');
      const [first, second] = [next('pay', NOW), next('pay', NOW)];
      expect(bitsOf(first) & (2n ** 80n - 1n)).toBe(2n ** 79n - 1n);
      expect(bitsOf(second) - bitsOf(first)).toBe(1n);
    });
  });

  it('does not repeat itself when the clock goes back', () => {
    const ids = [5, 4, 5, 4, 5].map((back) => newId('pay', NOW - back));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([1, 5_000, 3_599_000])('does not go back when the clock is set back by %i ms', (back) => {
    const ids = [0, 1, -back, -back + 1, 0, 1, 2].map((at) => newId('pay', LATER + at));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('leaves room for 2^79 ids in a millisecond: the topmost random bit is clear', () => {
    for (let i = 0; i < 1_000; i++) expect((bitsOf(newId('pay', i)) >> 79n) & 1n).toBe(0n);
  });
});

describe('new ids are random', () => {
  it('across milliseconds and refills of the random pool', () => {
    const ids = Array.from({ length: 20_000 }, (_, i) => newId('pay', i));
    const random = new Set(ids.map((id) => bitsOf(id) & ((1n << 80n) - 1n)));
    expect(random.size).toBe(ids.length);
  });

  it('sets and clears every bit below the topmost', () => {
    let ever = 0n;
    let always = (1n << 79n) - 1n;
    for (let i = 0; i < 1_000; i++) {
      ever |= bitsOf(newId('pay', i));
      always &= bitsOf(newId('pay', LATER + 86_400_000 + i));
    }
    expect(ever & ((1n << 79n) - 1n)).toBe((1n << 79n) - 1n);
    expect(always).toBe(0n);
  });
});

describe('derived ids: the same parts give the same id', () => {
  it('the same parts give the same id in every process', () => {
    const expected = BigInt(`0x${createHash('sha256').update('["pay_1","settled"]').digest('hex').slice(0, 20)}`);
    const id = derivedId('evt', NOW, 'pay_1', 'settled');
    expect(bitsOf(id)).toBe((BigInt(NOW) << 80n) | expected);
    expect(derivedId('evt', NOW, 'pay_1', 'settled')).toBe(id);
  });

  it('other parts give another id, also where they read the same when joined', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1 }),
        fc.array(fc.string(), { minLength: 1 }),
        ([a, ...restOfA], [b, ...restOfB]) => {
          const same = JSON.stringify([a, restOfA]) === JSON.stringify([b, restOfB]);
          expect(derivedId('evt', NOW, a!, ...restOfA) === derivedId('evt', NOW, b!, ...restOfB)).toBe(same);
        },
      ),
      {
        examples: [
          [
            ['ab', 'c'],
            ['a', 'bc'],
          ],
          [['a'], ['a', '']],
          [['"', ''], ['","']],
        ],
      },
    );
  });

  it('do not disturb the order of new ones', () => {
    const before = newId('pay', NOW + 2);
    derivedId('pay', NOW + 3, 'part');
    expect(bitsOf(newId('pay', NOW + 2)) - bitsOf(before)).toBe(1n);
  });
});

describe('ids of what follows from an event follow from its id', () => {
  const EVENT = 'ba7816bf-8f01-5fea-8141-40de5dae2223';
  const TYPES = ['payment.created', 'payment.settled', 'treasury.ReserveFunds', 'treasury.funds_reserved'];
  const HALF = 2n ** 40n;

  /** A uuid v5, as events have them. */
  const uuid = (name: string): string => {
    const digest = createHash('sha1').update(name).digest('hex');
    const parts = [digest.slice(0, 8), digest.slice(8, 12), `5${digest.slice(13, 16)}`, `a${digest.slice(17, 20)}`];
    return [...parts, digest.slice(20, 32)].join('-');
  };

  it('have 80 bits of that id, shifted by the type, in every process', () => {
    fc.assert(
      fc.property(times, fc.string(), fc.constantFrom(...TYPES), (at, name, type) => {
        const event = uuid(name);
        const shift = createHash('sha256').update(type).digest('hex').slice(0, 20);
        const half = (digits: string, by: string) => (BigInt(`0x${digits}`) + BigInt(`0x${by}`)) % HALF;
        const digits = event.replaceAll('-', '');
        const upper = half(digits.slice(0, 10), shift.slice(0, 10));
        const lower = half(digits.slice(20, 30), shift.slice(10));
        const id = idFromEvent('evt', at, event, type);
        expect(bitsOf(id)).toBe((BigInt(at) << 80n) | (upper << 40n) | lower);
        expect(idFromEvent('evt', at, event, type)).toBe(id);
      }),
    );
  });

  it.each(['evt', 'msg', 'led'] as const)('%s: a prefix and a ULID of the time of the event', (prefix) => {
    fc.assert(
      fc.property(times, fc.string(), (at, name) => {
        const id = idFromEvent(prefix, at, uuid(name), 'payment.settled');
        expect(isId(prefix, id)).toBe(true);
        expect(timeOf(id)).toBe(at);
      }),
    );
  });

  it('no two are the same, of any events and types', () => {
    const ids = new Set<string>();
    for (let n = 0; n < 25_000; n++) {
      const event = uuid(`${n}`);
      for (const type of TYPES) ids.add(idFromEvent('evt', NOW, event, type));
    }
    expect(ids.size).toBe(100_000);
  });

  it.each([
    ['short', 'e1'],
    ['empty', ''],
    ['a uuid of another version', EVENT.replace('-5', '-4')],
    ['in upper case', EVENT.toUpperCase()],
    ['longer', `${EVENT}0`],
    ['as long, and no number', EVENT.replace('b', 'g')],
    ['as long, with other characters at its end', EVENT.replace('2223', 'é223')],
    ['as long, with other characters in the middle', EVENT.replace('8f01', 'z f1')],
  ])('derive from a hash of the whole event id when it has another form: %s', (_, id) => {
    expect(idFromEvent('msg', NOW, id, 'a.B')).toBe(derivedId('msg', NOW, id, 'a.B', ''));
  });

  it('the id depends on the discriminator too', () => {
    expect(idFromEvent('msg', NOW, EVENT, 'a.B', 'x')).toBe(derivedId('msg', NOW, EVENT, 'a.B', 'x'));
  });

  it.each([-1, 0.5, NaN, 2 ** 48])('never at the time %s', (at) => {
    expect(() => idFromEvent('msg', at, EVENT, 'a.B')).toThrow(RangeError);
  });
});

describe('isId', () => {
  it('knows the ids that are made', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PREFIXES), fc.constantFrom(...PREFIXES), times, (prefix, other, at) => {
        const id = newId(prefix, at);
        expect(isId(prefix, id)).toBe(true);
        expect(isId(other, id)).toBe(other === prefix);
      }),
    );
  });

  const id = 'pay_01JD8Z5M3V7T9G2K4XQW6N0B1C';
  it.each([
    ['nothing', ''],
    ['no prefix', id.slice(4)],
    ['no id', 'pay_'],
    ['lower case', id.toLowerCase()],
    ['25 characters', id.slice(0, -1)],
    ['27 characters', `${id}0`],
    ['more than 128 bits', `pay_8${id.slice(5)}`],
    ['I', `${id.slice(0, -1)}I`],
    ['L', `${id.slice(0, -1)}L`],
    ['O', `${id.slice(0, -1)}O`],
    ['U', `${id.slice(0, -1)}U`],
    ['a line end', `${id}\n`],
    ['a path', `pay_../../${id.slice(10)}`],
  ])('refuses %s', (_, text) => {
    expect(isId('pay', id)).toBe(true);
    expect(isId('pay', text)).toBe(false);
  });
});

describe('madeAt', () => {
  it('reads the time of an id, and of nothing else', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 48 - 1 }), (at) => {
        expect(madeAt('pay', derivedId('pay', at, 'part'))).toBe(at);
      }),
    );
    expect(madeAt('pay', newId('wal', 1))).toBeUndefined();
    expect(madeAt('pay', 'pay_1')).toBeUndefined();
  });
});
