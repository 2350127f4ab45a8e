import { flowsAgainAfter, type SentPayment, usualMs } from './flow';

const USUALLY = { promptMs: 2_000, windowMs: 500 };

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
      USUALLY,
      2_000,
      10_000,
    ),
  ).toBe(0);
});

it('flows again after the last window with too few answers', () => {
  const sent = payments(10, (at) => (at >= 3_000 && at < 5_100 ? undefined : 20));
  // 5,000 to 5,500 has eight of ten.
  expect(flowsAgainAfter(sent, USUALLY, 3_000, 10_000)).toBe(2_000);
  expect(flowsAgainAfter(sent, USUALLY, 2_000, 10_000)).toBe(3_000);
});

it('a longer window forgives a short stop', () => {
  const sent = payments(10, (at) => (at >= 3_000 && at < 3_200 ? undefined : 20));
  expect(flowsAgainAfter(sent, { promptMs: 2_000, windowMs: 500 }, 2_000, 10_000)).toBe(1_500);
  expect(flowsAgainAfter(sent, { promptMs: 2_000, windowMs: 2_000 }, 2_000, 10_000)).toBe(0);
});

it('an answer that takes too long is none', () => {
  expect(
    flowsAgainAfter(
      payments(10, (at) => (at < 4_000 ? 2_001 : 20)),
      USUALLY,
      0,
      10_000,
    ),
  ).toBe(4_000);
});

it('a fault that begins between is counted to its last stop', () => {
  const sent = payments(10, (at) => ((at >= 1_000 && at < 2_000) || (at >= 6_000 && at < 7_000) ? undefined : 20));
  expect(flowsAgainAfter(sent, USUALLY, 1_000, 10_000)).toBe(6_000);
});

it('does not flow when the end has no answers, or nothing was sent', () => {
  expect(
    flowsAgainAfter(
      payments(10, () => undefined),
      USUALLY,
      0,
      10_000,
    ),
  ).toBeUndefined();
  expect(flowsAgainAfter([], USUALLY, 0, 10_000)).toBeUndefined();
});

it('usual is what three of four take, and never when they have no answer', () => {
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
      payments(10, (at) => (at < 5_000 ? undefined : 20)),
      5_000,
      10_000,
    ),
  ).toBe(20);
  expect(
    usualMs(
      payments(10, (at) => (at < 5_000 ? undefined : 20)),
      0,
      10_000,
    ),
  ).toBe(Infinity);
  expect(usualMs([], 0, 10_000)).toBe(Infinity);
});
