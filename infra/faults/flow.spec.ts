import { flowsAgainAfter, type SentPayment, usualMs } from './flow';

const PROMPT = 2_000;

/** One every 50 ms from 0 on; `tookMs` says how long the one that is sent then takes, undefined: for ever. */
function payments(seconds: number, tookMs: (sentAt: number) => number | undefined): SentPayment[] {
  return Array.from({ length: seconds * 20 }, (_, index) => {
    const sentAt = index * 50;
    const took = tookMs(sentAt);
    return { sentAt, answeredAt: took === undefined ? undefined : sentAt + took };
  });
}

it('always flowed', () => {
  expect(
    flowsAgainAfter(
      payments(10, () => 20),
      PROMPT,
      2_000,
      10_000,
    ),
  ).toBe(0);
});

it('flows again after the last half second with too few answers', () => {
  const sent = payments(10, (at) => (at >= 3_000 && at < 5_100 ? undefined : 20));
  // 5,000 to 5,500 has eight of ten.
  expect(flowsAgainAfter(sent, PROMPT, 3_000, 10_000)).toBe(2_000);
  expect(flowsAgainAfter(sent, PROMPT, 2_000, 10_000)).toBe(3_000);
});

it('an answer that takes too long is none', () => {
  expect(
    flowsAgainAfter(
      payments(10, (at) => (at < 4_000 ? 2_001 : 20)),
      PROMPT,
      0,
      10_000,
    ),
  ).toBe(4_000);
});

it('a fault that begins between is counted to its last stop', () => {
  const sent = payments(10, (at) => ((at >= 1_000 && at < 2_000) || (at >= 6_000 && at < 7_000) ? undefined : 20));
  expect(flowsAgainAfter(sent, PROMPT, 1_000, 10_000)).toBe(6_000);
});

it('does not flow when the end has no answers, or nothing was sent', () => {
  expect(
    flowsAgainAfter(
      payments(10, () => undefined),
      PROMPT,
      0,
      10_000,
    ),
  ).toBeUndefined();
  expect(flowsAgainAfter([], PROMPT, 0, 10_000)).toBeUndefined();
});

it('usual is what three of four take, with those that have no answer yet', () => {
  expect(
    usualMs(
      payments(10, (at) => (at % 200 === 0 ? 900 : 20)),
      0,
      10_000,
    ),
  ).toBe(900);
  expect(
    usualMs(
      payments(10, (at) => (at % 250 === 0 ? 900 : 20)),
      0,
      10_000,
    ),
  ).toBe(20);
  expect(
    usualMs(
      payments(10, () => undefined),
      9_000,
      10_000,
    ),
  ).toBe(800);
  expect(usualMs([], 0, 10_000)).toBe(Infinity);
});
