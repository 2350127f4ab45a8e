import crypto from 'node:crypto';
import { createRequire } from 'node:module';

/** Of the library that the product keeps its caches with: the version that it has. */
const caches = createRequire(require.resolve('@stablecoin/event-sourcing'))('lru-cache') as {
  LRUCache: new (options: { readonly max: number }) => object;
};
/** Caches for this many entries and more are made for a busy service. */
const LARGE = 1_000;
const SMALL = 16;

/**
 * Takes away what differs from one time to the next, the processor's time and true randomness; and has large caches
 * hold little, so that they overflow as those of a busy service do.
 *
 * @returns gives it all back
 */
export function isolate(): () => void {
  const { randomFillSync } = crypto;
  const { now } = performance;
  const { LRUCache } = caches;
  crypto.randomFillSync = <T extends NodeJS.ArrayBufferView>(buffer: T): T => {
    new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).fill(0x2a);
    return buffer;
  };
  // What is measured takes no time: code that spares the processor has nothing to spare.
  performance.now = () => 0;
  caches.LRUCache = class extends LRUCache {
    constructor(options: { readonly max: number }) {
      super(options.max < LARGE ? options : { ...options, max: SMALL });
    }
  };
  return () => {
    crypto.randomFillSync = randomFillSync;
    performance.now = now;
    caches.LRUCache = LRUCache;
  };
}
