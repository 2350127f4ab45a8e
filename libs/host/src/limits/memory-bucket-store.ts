import { BoundedMap } from './bounded-map';
import { newBucket, takeToken, type Bucket, type RateLimit, type BucketVerdict } from './token-bucket';

/** Where buckets are kept: in memory for one process, in a shared store for many. */
export interface BucketStore {
  /** Decides as {@link takeToken} does, and at most once at a time for one bucket. */
  take(bucket: string, limit: RateLimit, now: number, cost: number): BucketVerdict | Promise<BucketVerdict>;
}

/** Buckets of this process. A bucket that gives way is a full one when its key comes back. */
export class MemoryBucketStore implements BucketStore {
  readonly #buckets: BoundedMap<string, Bucket>;

  constructor(capacity = 10_000) {
    this.#buckets = new BoundedMap(capacity);
  }

  get size(): number {
    return this.#buckets.size;
  }

  take(name: string, limit: RateLimit, now: number, cost: number): BucketVerdict {
    let bucket = this.#buckets.get(name);
    if (bucket === undefined) {
      bucket = newBucket(limit, now);
      this.#buckets.set(name, bucket);
    }
    return takeToken(bucket, limit, now, cost);
  }
}
