import { createHash } from 'node:crypto';
import type { RpcCall } from '../rpc/rpc-endpoint';

/** What an endpoint can say that is not so, with the words of the reports. */
export const LIES = {
  ahead: 'is ahead, by 61 s or more',
  behind: 'is behind',
  failed: 'says failed for good',
  settled: 'says settled, and final',
  missing: 'says missing',
  balances: 'shows other balances',
  deposit: 'shows a deposit of 1,000,000 that was never made',
  receipts: 'shows other receipts',
  blocks: 'shows other blocks',
  heights: 'says other nonces, heights and blockhashes',
  refusals: 'says blocked, paused, and out of gas',
  swapped: "gives other questions' answers",
  malformed: 'gives malformed answers',
  silent: 'never answers',
} as const;
export type Lie = keyof typeof LIES;

/** What decides what is left to chance; `Random` of the event-sourcing library is one. */
export interface Chance {
  /** From 0 up to `end`, exclusive. */
  below(end: number): number;
  chance(probability: number): boolean;
}

/** What an endpoint lies about, from one moment on. */
export interface LiePlan {
  readonly lies: readonly Lie[];
  /** Changes its mind: it lies in one answer of two. */
  readonly isFickle: boolean;
  /** Two endpoints with the same lies and the same variant tell the same lies. */
  readonly variant: number;
}

/** One way to lie. What a story leaves as it is, it returns as the same value. */
export interface Story {
  /** What the honest endpoint is asked in the place of a question. */
  readonly asks?: (call: RpcCall) => RpcCall;
  /** @param truth - the honest result; undefined where the honest endpoint answers with an error */
  readonly answers: (call: RpcCall, truth: unknown) => unknown;
}

/** Lies about what a chain holds, in the order in which they are told: each builds on those before it. */
export const CONTENT_LIES = [
  ...(['blocks', 'ahead', 'behind', 'missing', 'failed', 'settled'] as const),
  ...(['balances', 'deposit', 'receipts', 'heights', 'refusals'] as const),
] as const;
export type ContentLie = (typeof CONTENT_LIES)[number];

/** The stories of a chain family, for one endpoint and one plan. @param variant - chooses between forms of a lie */
export type Stories = Readonly<Record<ContentLie, (variant: number) => Story>>;

const OF_TRANSFERS = ['failed', 'settled', 'missing', 'deposit'] as const;
const BESIDE = ['balances', 'receipts', 'blocks', 'heights', 'refusals'] as const;
const VARIANTS = 1_000;

/** Draws what an endpoint lies about: often that it is ahead, since that used to leave out the honest ones. */
export function planLies(random: Chance): LiePlan {
  const lies = new Set<Lie>();
  if (random.chance(0.5)) lies.add(random.chance(0.8) ? 'ahead' : 'behind');
  if (random.chance(0.8)) lies.add(OF_TRANSFERS[random.below(OF_TRANSFERS.length)] ?? 'failed');
  for (const lie of BESIDE) if (random.chance(0.2)) lies.add(lie);
  if (random.chance(0.1)) lies.add('swapped');
  if (random.chance(0.1)) lies.add('malformed');
  if (random.chance(0.1) || lies.size === 0) lies.add('silent');
  return { lies: [...lies], isFickle: random.chance(0.25), variant: random.below(VARIANTS) };
}

/** So many bytes that look like a hash, and are the same for the same words. */
export function invented(bytes: number, ...words: readonly (string | number | bigint)[]): Buffer {
  const digest = createHash('sha512').update(words.join(' ')).digest();
  return digest.subarray(0, bytes);
}

/** One of the items, the same for the same variant. */
export function pickOf<T>(items: readonly [T, ...T[]], variant: number): T {
  return items[variant % items.length] ?? items[0];
}
