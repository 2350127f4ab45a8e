import type { Metadata } from '@stablecoin/contracts';

/**
 * The metadata of an order, in the order of its keys; nothing where there is none, so that it takes no room in events and
 * an idempotency key from before there was metadata still stands for the same order.
 */
export function readMetadata(metadata: Metadata = {}): { readonly metadata?: Metadata } {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return {};
  return { metadata: Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) };
}
