import { ApiError } from '@stablecoin/contracts';
import { Keyed, Says } from './fields';
import { readInput } from './read-input';
import { IsMetadataFilter } from './validators';

class MetadataQuery {
  @Keyed()
  @IsMetadataFilter()
  @Says('Notes.', { order: '1' })
  metadata?: Readonly<Record<string, string>>;
}

const entries = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`metadata[k${index}]`, 'v']));

describe('entries of a field, each as a parameter', () => {
  it('takes twenty', () => {
    expect(Object.keys(readInput(MetadataQuery, entries(20)).metadata ?? {})).toHaveLength(20);
  });

  it.each([21, 200_000])('refuses %d when the twenty-first is counted', (count) => {
    // Copying them for each new one would take hours.
    expect(() => readInput(MetadataQuery, entries(count))).toThrow(
      new ApiError('invalid_request', 'metadata must have at most 20 keys.', { param: 'metadata' }),
    );
  });

  it.each(['Order No.', 'größe', '_a', '-', '订单', 'a/b', 'constructor', 'ü'.repeat(40)])(
    'takes a key as Stripe does: %s',
    (key) => {
      expect(readInput(MetadataQuery, { [`metadata[${key}]`]: 'v' }).metadata).toEqual({ [key]: 'v' });
    },
  );

  it.each(['', 'a'.repeat(41), 'a\nb', 'a\u0000', '\ud800', 'a[b', 'a]b'])('takes no other: %j', (key) => {
    expect(() => readInput(MetadataQuery, { [`metadata[${key}]`]: 'v' })).toThrow(
      'must have keys of 1 to 40 characters',
    );
  });

  it('takes no key for the prototype', () => {
    expect(() => readInput(MetadataQuery, JSON.parse('{"metadata[__proto__]": "v"}'))).toThrow(
      'must have keys of 1 to 40 characters',
    );
  });
});
