/** One payment as its client saw it. Times are `performance.now()`. */
export interface SentPayment {
  readonly sentAt: number;
  /** Undefined: it has no answer, or was told to try again. */
  answeredAt: number | undefined;
}

/** How payments are looked at. */
export interface FlowOptions {
  /** An answer that takes longer is no flow. */
  readonly promptMs: number;
  /** The stretches of time that are looked at, each by itself: enough for a number of payments. */
  readonly windowMs: number;
}

/** Some kinds of payments take their time in a stack that has nothing wrong with it. */
const PROMPT_SHARE_MIN = 0.75;

/**
 * When payments flowed again after a fault: from the end of the last window in which too many of those sent were
 * not answered promptly.
 *
 * @param from - when the fault began
 * @param until - payments sent up to here are looked at; their time to be prompt must be over
 * @returns milliseconds after `from`; 0 when they always flowed, `undefined` when they still do not
 */
export function flowsAgainAfter(
  sent: readonly SentPayment[],
  { promptMs, windowMs }: FlowOptions,
  from: number,
  until: number,
): number | undefined {
  const windows = Math.floor((until - from) / windowMs);
  const counts = Array.from({ length: windows }, () => ({ sent: 0, prompt: 0 }));
  for (const { sentAt, answeredAt } of sent) {
    const window = counts[Math.floor((sentAt - from) / windowMs)];
    if (window === undefined) continue;
    window.sent += 1;
    if (answeredAt !== undefined && answeredAt - sentAt <= promptMs) window.prompt += 1;
  }
  // A window in which nothing could be sent is no flow either.
  const flows = counts.map((window) => window.sent > 0 && window.prompt >= PROMPT_SHARE_MIN * window.sent);
  const lastStop = flows.lastIndexOf(false);
  return lastStop === windows - 1 ? undefined : (lastStop + 1) * windowMs;
}

/** How long three of four payments took that were sent within some time; one without an answer takes for ever. */
export function usualMs(sent: readonly SentPayment[], from: number, until: number): number {
  const taken = sent
    .filter(({ sentAt }) => sentAt >= from && sentAt < until)
    .map(({ sentAt, answeredAt = Infinity }) => answeredAt - sentAt)
    .sort((a, b) => a - b);
  return taken[Math.floor(taken.length * PROMPT_SHARE_MIN)] ?? Infinity;
}
