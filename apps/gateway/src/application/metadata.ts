import type { Metadata } from '@stablecoin/contracts';

/**
 * The metadata of an order, with sorted keys. Empty metadata is left out, so that it takes no space in events and an
 * idempotency key of a version without metadata still matches.
 */
export function readMetadata(metadata: Metadata = {}): { readonly metadata?: Metadata } {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return {};
  return { metadata: Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) };
}
