/** How many requests of one kind a key may make. Whole numbers. */
export interface RateLimit {
  /** Tokens that come back each second: what can be kept up without end. */
  readonly rate: number;
  /** Tokens that a bucket holds at most: what can be spent above the rate after a pause. */
  readonly burst: number;
  /** Maximum requests within any one second. */
  readonly peak: number;
}

/** The state of one key and one kind of request. */
export interface Bucket {
  /** Thousandths of a token, so that a millisecond brings a whole number of them and nothing is ever rounded. */
  millitokens: number;
  /** Milliseconds since the epoch: when `millitokens` was right. */
  updatedAt: number;
  /** When the requests of the last second were admitted: `count` places of a ring, from `first` on. */
  readonly admitted: number[];
  first: number;
  count: number;
}

/** What became of a request, and what the next ones may expect. */
export interface BucketVerdict {
  readonly admitted: boolean;
  /** Requests that would be admitted right now, after this one. */
  readonly remaining: number;
  /** Milliseconds until another request is admitted; 0 when one would be admitted right now. */
  readonly retryAfterMs: number;
  /** Milliseconds until the bucket is full again. */
  readonly resetMs: number;
}

const SECOND_MS = 1_000;
const MILLITOKENS = 1_000;

/** A full bucket. */
export function newBucket(limit: RateLimit, now: number): Bucket {
  return { millitokens: limit.burst * MILLITOKENS, updatedAt: now, admitted: [], first: 0, count: 0 };
}

/**
 * Decides on one request (API decisions, Rate limits): a token bucket for the sustained rate and its burst, and
 * beside it an exact sliding window of one second for the peak. A refused request costs nothing. Depends on its
 * arguments only, and brings `bucket` up to date.
 *
 * @param now - milliseconds since the epoch; when the clock is set back, the time in between brings no tokens
 * @param cost - tokens: 0 looks without asking. A request is admitted when there is one token; what it costs beyond what there is
 * has to come back before the next one
 */
export function takeToken(bucket: Bucket, limit: RateLimit, now: number, cost = 1): BucketVerdict {
  refill(bucket, limit, now);
  forget(bucket, limit, now);
  const admitted = cost > 0 && waitMs(bucket, limit, now) === 0;
  if (admitted) {
    bucket.millitokens -= cost * MILLITOKENS;
    bucket.admitted[(bucket.first + bucket.count) % limit.peak] = now;
    bucket.count += 1;
  }
  return {
    admitted,
    remaining: Math.max(0, Math.min(Math.floor(bucket.millitokens / MILLITOKENS), limit.peak - bucket.count)),
    retryAfterMs: waitMs(bucket, limit, now),
    resetMs: Math.ceil((limit.burst * MILLITOKENS - bucket.millitokens) / limit.rate),
  };
}

function refill(bucket: Bucket, limit: RateLimit, now: number): void {
  const elapsedMs = Math.max(0, now - bucket.updatedAt);
  bucket.millitokens = Math.min(limit.burst * MILLITOKENS, bucket.millitokens + elapsedMs * limit.rate);
  bucket.updatedAt = now;
}

/** Drops admissions that are a second old, or in the future after the clock moved back. */
function forget(bucket: Bucket, limit: RateLimit, now: number): void {
  for (; bucket.count > 0; bucket.count -= 1) {
    const oldest = bucket.admitted[bucket.first] ?? now;
    if (oldest > now - SECOND_MS && oldest <= now) return;
    bucket.first = (bucket.first + 1) % limit.peak;
  }
}

function waitMs(bucket: Bucket, limit: RateLimit, now: number): number {
  const forToken = Math.max(0, Math.ceil((MILLITOKENS - bucket.millitokens) / limit.rate));
  if (bucket.count < limit.peak) return forToken;
  const oldest = bucket.admitted[bucket.first] ?? now;
  return Math.max(forToken, oldest + SECOND_MS - now);
}
