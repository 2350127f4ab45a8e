import { PLANS } from '@stablecoin/contracts';
import type { Plan } from '@stablecoin/contracts';
import { invalidSetting, valid } from './parser';
import type { Parsed, Parser } from './parser';

/** What requests are counted as (API decisions, Rate limits). `other`: every other POST, PATCH and DELETE. */
export const RATE_LIMIT_CLASSES = ['payments', 'compliance', 'wallets', 'reads', 'other'] as const;

export type RateLimitClass = (typeof RATE_LIMIT_CLASSES)[number];

/** Overrides for a plan's rate limits. */
export interface RateLimitOverride {
  /** Tokens that come back per second. */
  readonly rate?: number;
  /** Most tokens that are held. */
  readonly burst?: number;
  /** Most requests that are admitted within any one second, however many tokens are held. */
  readonly peak?: number;
}

export type RateLimitOverrides = Readonly<
  Partial<Record<Plan, Readonly<Partial<Record<RateLimitClass, RateLimitOverride>>>>>
>;

const FIELDS = ['rate', 'burst', 'peak'];
const LIMIT_MAX = 1_000_000;

export const rateLimits: Parser<RateLimitOverrides> = {
  takes:
    `JSON of the form {"scale":{"payments":{"rate":100,"burst":500,"peak":200}}}: plans ${PLANS.join(', ')}, ` +
    `classes ${RATE_LIMIT_CLASSES.join(', ')}, whole numbers from 1 to ${LIMIT_MAX}`,
  parse(text): Parsed<RateLimitOverrides> {
    let overrides: unknown;
    try {
      overrides = JSON.parse(text);
    } catch {
      return invalidSetting('not JSON');
    }
    const fault = faultIn(overrides);
    return fault === undefined ? valid(overrides as RateLimitOverrides) : invalidSetting(fault);
  },
};

/** The path of what does not belong there, or `undefined` when everything does. */
function faultIn(overrides: unknown): string | undefined {
  if (!isObject(overrides)) return 'not an object';
  for (const [plan, classes] of Object.entries(overrides)) {
    if (!isOneOf(PLANS, plan) || !isObject(classes)) return plan;
    for (const [name, limits] of Object.entries(classes)) {
      if (!isOneOf(RATE_LIMIT_CLASSES, name) || !isObject(limits)) return `${plan}.${name}`;
      const wrong = Object.entries(limits).find(([field, limit]) => !FIELDS.includes(field) || !isLimit(limit));
      if (wrong !== undefined) return `${plan}.${name}.${wrong[0]}`;
    }
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOneOf(words: readonly string[], word: string): boolean {
  return words.includes(word);
}

function isLimit(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LIMIT_MAX;
}
