import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import { newId } from '@stablecoin/contracts';
import { HeldDepositsWatch } from '@stablecoin/funds';
import type { Random } from '@stablecoin/event-sourcing/testing';

/** The library that the product keeps its caches with. */
const caches = createRequire(require.resolve('@stablecoin/event-sourcing'))('lru-cache') as {
  LRUCache: new (options: { readonly max: number }) => object;
};

/**
 * Takes away what differs from one time to the next: true randomness, and the time that the processor takes. And has
 * caches make no room before they need it: room for the thousands of a busy service takes as long as the run.
 *
 * @returns gives it back
 */
export function isolate(random: Random): () => void {
  const { randomFillSync, randomBytes, randomUUID } = crypto;
  const now = performance.now.bind(performance);
  const { LRUCache } = caches;
  const { prototype: watch } = HeldDepositsWatch;
  const startWatch = Object.getOwnPropertyDescriptor(watch, 'start');
  let draws = 0;
  crypto.randomFillSync = <T extends NodeJS.ArrayBufferView>(buffer: T): T => {
    draws++;
    const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
    bytes.forEach((_byte, place) => (bytes[place] = random.below(256)));
    return buffer;
  };
  // To seal something takes other bytes every time.
  crypto.randomBytes = (size: number) => Buffer.from(Array.from({ length: size }, () => random.below(256)));
  crypto.randomUUID = () => `0-0-0-0-${Array.from({ length: 16 }, () => random.below(256).toString(16)).join('')}`;
  // What is measured takes no time: code that spares the processor has nothing to spare.
  performance.now = () => 0;
  caches.LRUCache = LatestUsed;
  // It looks at intervals for ever, and tells the log alone: nothing would ever come to rest.
  watch.start = () => Promise.resolve();
  // Ids draw randomness in bulk: what an earlier run has left over is used up.
  for (let at = 0; draws === 0; at++) newId('pay', at);
  return () => {
    crypto.randomFillSync = randomFillSync;
    crypto.randomBytes = randomBytes;
    crypto.randomUUID = randomUUID;
    performance.now = now;
    caches.LRUCache = LRUCache;
    if (startWatch !== undefined) Object.defineProperty(watch, 'start', startWatch);
  };
}

/** The same cache, in the simplest way that there is: a Map keeps its keys in the order in which they came. */
class LatestUsed<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor({ max }: { readonly max: number }) {
    super();
    this.#max = max;
  }

  override get(key: Key): Value | undefined {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#max) break;
      this.delete(oldest);
    }
    return this;
  }
}
