import { formatAmount } from '@stablecoin/contracts';
import type {
  Rule,
  RuleChanges,
  RuleConditions,
  RuleDraft,
  Rules,
  RulesDocument,
  RulesExplained,
  ShownConditions,
  ShownRule,
  Units,
} from '@stablecoin/contracts';
import { toIso } from './payment-resource';
import { warningsOf } from './rule-problems';
import { isOverTime } from './time-limits';
import type { MatchedValues } from './rule-conditions';
import { versionAt } from './rules';
import type { Draft, RulesState, Version } from './rules';
import type { Ruling, RuleMatch } from './ruling';

/** What counts where nothing was published. */
const NO_RULES: RulesDocument = { default: 'allow', rules: [] };

/** A version as the API shows it; undefined: none is in force. */
export function rulesResource(state: RulesState, version: Version | undefined, now: number): Rules {
  const { version: number = 0, from, document = NO_RULES } = version ?? {};
  const scheduled = state.versions.filter((each) => each.from > now);
  return {
    version: number,
    in_force_from: from === undefined ? null : toIso(from),
    ...shownDocument(document),
    scheduled: scheduled.map((each) => ({ version: each.version, in_force_from: toIso(each.from) })),
    drafts: Object.keys(state.drafts).sort(),
  };
}

/** A draft as the API shows it, beside the version that is in force. */
export function draftResource(
  id: string,
  { document, revision, author, agreed, createdAt, updatedAt }: Draft,
  { state, livemode, now }: { readonly state: RulesState; readonly livemode: boolean; readonly now: number },
): RuleDraft {
  return {
    id,
    ...shownDocument(document),
    revision,
    drafted_by: author[0] ?? null,
    agreed_by: agreed?.[0] ?? null,
    warnings: warningsOf(document),
    changes: changesBetween(versionAt(state, now)?.document ?? NO_RULES, document),
    livemode,
    created_at: toIso(createdAt),
    updated_at: toIso(updatedAt),
  };
}

/** A document as the API shows it. */
export function shownDocument({ default: otherwise, rules }: RulesDocument): Pick<Rules, 'otherwise' | 'rules'> {
  return { otherwise, rules: rules.map(shownRule) };
}

/** What the rules said of a payment, in words. */
export function rulesExplained({ version, denied, approvals, matches }: Ruling): RulesExplained {
  return {
    version,
    denied,
    approvals,
    matches: matches.map((match) => ({ rule: match.rule, effect: match.effect, text: toldMatch(match) })),
  };
}

const DOES: Readonly<Record<RuleMatch['effect'], string>> = {
  allow: 'allows it',
  deny: 'denies it',
  limit: 'limits its amount',
  require: 'requires approvals',
};

/** A match in a sentence. */
export function toldMatch({ rule, effect, values, limits }: RuleMatch): string {
  const does = limits === undefined ? DOES[effect] : `limits ${limits}`;
  return `The rule ${rule} ${does}${because(values)}.`;
}

function because(values: MatchedValues): string {
  const told = Object.entries(values).map(([condition, value]) => `${condition} is ${value}`);
  return told.length === 0 ? '' : `: ${told.join('; ')}`;
}

function shownRule(rule: Rule): ShownRule {
  const { name, effect, when } = rule;
  const required = rule.effect === 'require' ? rule : undefined;
  return {
    name,
    effect,
    when: shownConditions(when),
    max: rule.effect === 'limit' && 'max' in rule ? shownAmount(rule.max) : null,
    max_payments: rule.effect === 'limit' && 'maxPayments' in rule ? rule.maxPayments : null,
    within_hours: isOverTime(rule) ? rule.window.hours : null,
    per: isOverTime(rule) ? rule.window.per : null,
    approvals: required?.approvals ?? null,
    exclude_creator: required?.excludesCreator ?? null,
  };
}

function shownConditions(when: RuleConditions): ShownConditions {
  const { hours } = when;
  return {
    to: when.to ?? null,
    above: shownAmount(when.above),
    up_to: shownAmount(when.upTo),
    currency: when.currency ?? null,
    chains: when.chains ?? null,
    payers: when.payers ?? null,
    created_by: when.createdBy ?? null,
    countries: when.countries ?? null,
    metadata: when.metadata ?? null,
    from_hour: hours?.from ?? null,
    until_hour: hours?.until ?? null,
    weekdays: when.weekdays ?? null,
    time_zone: when.timeZone ?? null,
  };
}

function shownAmount(amount: Units | undefined): string | null {
  return amount === undefined ? null : formatAmount(BigInt(amount));
}

function changesBetween(before: RulesDocument, after: RulesDocument): RuleChanges {
  const earlier = new Map(before.rules.map((rule) => [rule.name, JSON.stringify(shownRule(rule))]));
  const later = new Map(after.rules.map((rule) => [rule.name, JSON.stringify(shownRule(rule))]));
  const kept = [...later.keys()].filter((name) => earlier.has(name));
  const keptBefore = [...earlier.keys()].filter((name) => later.has(name));
  return {
    added: [...later.keys()].filter((name) => !earlier.has(name)),
    removed: [...earlier.keys()].filter((name) => !later.has(name)),
    changed: kept.filter((name) => earlier.get(name) !== later.get(name)),
    reordered: kept.some((name, index) => keptBefore[index] !== name),
    otherwise_changed: before.default !== after.default,
  };
}
