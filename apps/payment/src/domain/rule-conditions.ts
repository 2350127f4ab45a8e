import { formatAmount, TREASURY_PAYS, WEEKDAYS } from '@stablecoin/contracts';
import type { PaymentOrder, Rule, RuleConditions, Weekday } from '@stablecoin/contracts';

/** What rules look at: the order of a payment, and when it was ordered, in milliseconds since the epoch. */
export type RuleFacts = Pick<
  PaymentOrder,
  'to' | 'amount' | 'currency' | 'candidates' | 'from' | 'createdBy' | 'countryCode' | 'metadata'
> & { readonly at: number };

/** What was compared, by condition, as it is shown. */
export type MatchedValues = { readonly [Condition: string]: string };

/** The hour and the weekday of a moment somewhere. */
type LocalTime = { readonly hour: number; readonly weekday: Weekday };

/** A condition that is not met. */
const FAILS = Symbol('fails');
/** Nothing is asked. */
const OPEN = undefined;

type Compared = string | typeof FAILS | typeof OPEN;

/**
 * Whether a payment meets every condition of a rule.
 *
 * @returns what was compared; undefined: it does not
 */
export function matchedValues({ when, effect }: Rule, facts: RuleFacts): MatchedValues | undefined {
  const compared: Readonly<Record<string, Compared>> = {
    to: among(when.to, facts.to),
    amount: amountWithin(when, facts),
    currency: when.currency === undefined ? OPEN : among([when.currency], facts.currency),
    chains: chainsAmong(when, facts, effect === 'allow'),
    payer: among(when.payers, facts.from ?? TREASURY_PAYS),
    created_by: among(when.createdBy, facts.createdBy ?? null),
    country: among(when.countries, facts.countryCode),
    metadata: metadataWithin(when, facts),
    time: timeWithin(when, facts.at),
  };
  const entries = Object.entries(compared);
  if (entries.some(([, value]) => value === FAILS)) return undefined;
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function among(accepted: readonly string[] | undefined, value: string | null): Compared {
  if (accepted === undefined) return OPEN;
  return value !== null && accepted.includes(value) ? value : FAILS;
}

/** Amounts of another currency are not compared: such a rule names its currency. */
function amountWithin({ above, upTo }: RuleConditions, { amount, currency }: RuleFacts): Compared {
  if (above === undefined && upTo === undefined) return OPEN;
  const isAbove = above === undefined || BigInt(amount) > BigInt(above);
  const isUpTo = upTo === undefined || BigInt(amount) <= BigInt(upTo);
  return isAbove && isUpTo ? `${formatAmount(BigInt(amount))} ${currency}` : FAILS;
}

/** The chain is chosen later: what permits has to hold for every one that is possible, what restricts for one of them. */
function chainsAmong({ chains }: RuleConditions, { candidates }: RuleFacts, permits: boolean): Compared {
  if (chains === undefined) return OPEN;
  const isNamed = permits
    ? candidates.every((chain) => chains.includes(chain))
    : candidates.some((chain) => chains.includes(chain));
  return isNamed ? candidates.join(', ') : FAILS;
}

function metadataWithin({ metadata: asked }: RuleConditions, { metadata = {} }: RuleFacts): Compared {
  if (asked === undefined) return OPEN;
  const keys = Object.keys(asked);
  const isThere = keys.every((key) => Object.hasOwn(metadata, key) && metadata[key] === asked[key]);
  return isThere ? keys.map((key) => `${key}=${asked[key]}`).join(', ') : FAILS;
}

function timeWithin({ hours, weekdays, timeZone }: RuleConditions, at: number): Compared {
  if (timeZone === undefined) return OPEN;
  const { hour, weekday } = localTime(at, timeZone);
  const isHour = hours === undefined || hoursInclude(hours, hour);
  const isDay = weekdays === undefined || weekdays.includes(weekday);
  return isHour && isDay ? `${weekday} ${String(hour).padStart(2, '0')}h ${timeZone}` : FAILS;
}

/** Whether hours of the day, which may pass midnight, include one. */
export function hoursInclude({ from, until }: NonNullable<RuleConditions['hours']>, hour: number): boolean {
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
}

/** By time zone: making one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23', weekday: 'short' });
  formats.set(timeZone, format);
  return format;
}

function localTime(at: number, timeZone: string): LocalTime {
  const format = formatIn(timeZone);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const named = parts.get('weekday')?.toLowerCase();
  const weekday = WEEKDAYS.find((each) => each === named);
  if (weekday === undefined) throw new Error(`the weekday of ${at} in ${timeZone} is unknown`);
  return { hour: Number(parts.get('hour')), weekday };
}
