/** When a delivery is tried, in milliseconds: at first after the event, then each after the attempt before it. */
export type RetrySchedule = readonly number[];

/** Of its wait: how much later an attempt may be, so that deliveries which failed together do not come together. */
const JITTER = 0.1;
/** An endpoint can ask for no longer than this: the longest wait of our own. */
const RETRY_AFTER_MS_MAX = 24 * 60 * 60 * 1_000;

/**
 * When a delivery is to be tried next.
 *
 * @param attempts - made so far; 0 asks for the first
 * @param now - when the last one ended, or the event was recorded (epoch milliseconds)
 * @param retryAfterMs - the wait that the endpoint asks for, taken when it is the longer one
 * @returns epoch milliseconds; null when every attempt has been made
 */
export function nextAttemptAt(
  schedule: RetrySchedule,
  {
    deliveryId,
    attempts,
    now,
    retryAfterMs,
  }: {
    readonly deliveryId: string;
    readonly attempts: number;
    readonly now: number;
    readonly retryAfterMs: number | null;
  },
): number | null {
  const wait = schedule[attempts];
  if (wait === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX);
  const jitter = Math.floor(wait * JITTER * fraction(`${deliveryId}#${attempts}`));
  return now + Math.max(wait + jitter, asked);
}

/** A number from 0 to 1 that follows from the text, so that a repeated decision is the same decision (FNV-1a). */
function fraction(text: string): number {
  let digest = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) digest = Math.imul(digest ^ text.charCodeAt(i), 0x01000193);
  // FNV's low bits are its good ones after so short a text; the high ones depend on them through one more round.
  digest ^= digest >>> 15;
  return (Math.imul(digest, 0x2c1b3c6d) >>> 0) / 2 ** 32;
}
