import { RULES_MAX, CURRENCIES, TREASURY_PAYS, WINDOW_LIMITS_MAX } from '@stablecoin/contracts';
import type { Rule, RuleConditions, RuleWarning, RulesDocument } from '@stablecoin/contracts';
import { hoursInclude } from './rule-conditions';
import { isOverTime, kindOf } from './time-limits';

/** Why a document of rules is refused. */
export interface RuleProblem {
  /** The field, as a path. */
  readonly param: string;
  readonly message: string;
}

const LISTS = ['to', 'chains', 'payers', 'createdBy', 'countries', 'weekdays'] as const;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * Looks for the first rule that cannot be meant: one that matches no payment, that an earlier one leaves nothing, or that names
 * an amount without its currency.
 *
 * @returns undefined: every rule may match
 */
export function problemOf({ rules }: RulesDocument): RuleProblem | undefined {
  if (rules.length > RULES_MAX) return { param: 'rules', message: `rules must be at most ${RULES_MAX}.` };
  if (rules.filter(isOverTime).length > WINDOW_LIMITS_MAX) {
    return { param: 'rules', message: `rules must have at most ${WINDOW_LIMITS_MAX} limits with within_hours.` };
  }
  for (const [index, rule] of rules.entries()) {
    const problem = problemAlone(rule) ?? problemAfter(rule, rules.slice(0, index));
    if (problem !== undefined) return { param: `rules[${index}]${problem.param}`, message: problem.message };
  }
  return undefined;
}

/** What a document does that its author may not want. */
export function warningsOf(document: RulesDocument): readonly RuleWarning[] {
  return [...deniesAll(document), ...document.rules.flatMap(unlimited), ...document.rules.flatMap(countedApart)];
}

function problemAlone(rule: Rule): RuleProblem | undefined {
  const { name, when, effect } = rule;
  const { above, upTo, hours } = when;
  const never = `The rule ${name} can never match`;
  if (above !== undefined && upTo !== undefined && BigInt(above) >= BigInt(upTo)) {
    return { param: '.when.up_to', message: `${never}: up_to must be more than above.` };
  }
  if (hours !== undefined && hours.from === hours.until) {
    return { param: '.when.until_hour', message: `${never}: until_hour must be another hour than from_hour.` };
  }
  const comparesAmounts = above !== undefined || upTo !== undefined || (effect === 'limit' && 'max' in rule);
  if (comparesAmounts && when.currency === undefined) {
    return {
      param: '.when.currency',
      message: `The rule ${name} names an amount, so when.currency must name its currency.`,
    };
  }
  if ((hours !== undefined || when.weekdays !== undefined) && when.timeZone === undefined) {
    return {
      param: '.when.time_zone',
      message: `The rule ${name} names hours or weekdays, so when.time_zone is required.`,
    };
  }
  return undefined;
}

function problemAfter(rule: Rule, earlier: readonly Rule[]): RuleProblem | undefined {
  const { name } = rule;
  if (earlier.some((other) => other.name === name)) {
    return { param: '.name', message: `The name ${name} is used by an earlier rule.` };
  }
  const before = earlier.find((other) => covers(other, rule));
  if (before === undefined) return undefined;
  const why = before.effect === rule.effect ? 'matches all that it matches' : 'contradicts it';
  return { param: '', message: `The rule ${name} can never match: the earlier rule ${before.name} ${why}.` };
}

/** Whether every payment that a rule matches has met an earlier one of the same kind. */
function covers(earlier: Rule, rule: Rule): boolean {
  if (kindOf(earlier) !== kindOf(rule)) return false;
  // An `allow` looks at every possible chain, and what restricts at one of them.
  if (earlier.when.chains !== undefined && earlier.effect === 'allow' && rule.effect !== 'allow') return false;
  return (
    LISTS.every((list) => includesAll(earlier.when[list], rule.when[list])) &&
    (earlier.when.currency === undefined || earlier.when.currency === rule.when.currency) &&
    coversAmounts(earlier.when, rule.when) &&
    coversTime(earlier.when, rule.when) &&
    coversMetadata(earlier.when, rule.when)
  );
}

function includesAll(wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean {
  return wide === undefined || (narrow !== undefined && narrow.every((value) => wide.includes(value)));
}

function coversAmounts(wide: RuleConditions, narrow: RuleConditions): boolean {
  const startsLower =
    wide.above === undefined || (narrow.above !== undefined && BigInt(wide.above) <= BigInt(narrow.above));
  const endsHigher = wide.upTo === undefined || (narrow.upTo !== undefined && BigInt(wide.upTo) >= BigInt(narrow.upTo));
  return startsLower && endsHigher;
}

function coversTime(wide: RuleConditions, narrow: RuleConditions): boolean {
  if (wide.timeZone === undefined) return true;
  if (wide.timeZone !== narrow.timeZone) return false;
  const { hours } = wide;
  if (hours === undefined) return true;
  const { hours: own } = narrow;
  return HOURS.every((hour) => (own !== undefined && !hoursInclude(own, hour)) || hoursInclude(hours, hour));
}

function coversMetadata({ metadata: wide = {} }: RuleConditions, { metadata: narrow = {} }: RuleConditions): boolean {
  return Object.entries(wide).every(([key, value]) => Object.hasOwn(narrow, key) && narrow[key] === value);
}

function deniesAll({ default: otherwise, rules }: RulesDocument): readonly RuleWarning[] {
  const verdicts = rules.filter(({ effect }) => effect === 'allow' || effect === 'deny');
  const [leading] = verdicts;
  if (leading?.effect === 'deny' && Object.keys(leading.when).length === 0) {
    return [{ rule: leading.name, message: `The rule ${leading.name} denies every payment.` }];
  }
  if (otherwise === 'deny' && verdicts.every(({ effect }) => effect === 'deny')) {
    return [{ rule: null, message: 'Every payment is denied: no rule allows any, and all others are denied.' }];
  }
  return [];
}

function unlimited({ name, effect, when }: Rule): readonly RuleWarning[] {
  if (effect !== 'limit' || when.currency === undefined) return [];
  const others = CURRENCIES.filter((currency) => currency !== when.currency);
  return [{ rule: name, message: `The rule ${name} limits ${when.currency} and not ${others.join(', ')}.` }];
}

/** No payer knows what another one pays. */
function countedApart(rule: Rule): readonly RuleWarning[] {
  const { name, when } = rule;
  if (!isOverTime(rule) || when.payers?.length === 1) return [];
  const payers = when.payers?.map((payer) => (payer === TREASURY_PAYS ? 'the treasury' : payer)).join(', ');
  const each = payers === undefined ? 'for the treasury and for each wallet' : `for each of ${payers}`;
  return [{ rule: name, message: `The rule ${name} counts ${each} separately: together they may pay more.` }];
}
