import { formatAmount, limitInWords } from '@stablecoin/contracts';
import type { PaymentOrder, PaymentPolicy, Rule, RuleEffect, RulesDocument, WindowLimit } from '@stablecoin/contracts';
import { matchedValues, type MatchedValues, type RuleFacts } from './rule-conditions';
import { isOverTime, kindOf, type TimeLimit } from './time-limits';

/** The rules that decide on a payment. */
export type NumberedRules = { readonly version: number; readonly document: RulesDocument };

/** The first rule of an effect that matched a payment, and what was compared. */
export type RuleMatch = {
  readonly rule: string;
  readonly effect: RuleEffect;
  readonly values: MatchedValues;
  /** What it limits over a time, in words. Missing: nothing. */
  readonly limits?: string;
};

/** What the rules of an account say of one payment. It is kept with the payment, and never decided again. */
export type Ruling = {
  readonly version: number;
  readonly matches: readonly RuleMatch[];
  /** Why the payment is denied; null: it is not. */
  readonly denied: string | null;
  /** How many people have to approve it. */
  readonly approvals: 0 | 1 | 2;
  /** Who created it is not one of them. */
  readonly excludesCreator: boolean;
};

/** What the rules do to a payment. */
export type RulingWithLimits = Ruling & {
  /** For the treasury or wallet that pays. Missing: no limit over a time matches. */
  readonly limits?: readonly WindowLimit[];
};

/** A rule that matches, and what was compared. */
interface Found<R extends Rule> {
  readonly rule: R;
  readonly values: MatchedValues;
}

/**
 * Decides what the rules do to a payment: of `allow` and `deny` together, of each kind of `limit` and of `require` the first rule
 * that matches counts. Without a match nothing is required or limited, and the default says whether the payment is denied. What a
 * limit over a time counts is known where the funds are set aside, so it is decided there.
 */
export function decide({ version, document }: NumberedRules, facts: RuleFacts): RulingWithLimits {
  const verdict = first(document, facts, isVerdict);
  const limit = first(document, facts, isPaymentLimit);
  const over = firstOverTime(document, facts);
  const required = first(document, facts, (rule) => rule.effect === 'require');
  const matches = [verdict, limit, ...over, required].flatMap((found) => (found === undefined ? [] : [matchOf(found)]));
  return {
    version,
    matches,
    denied: denialBy(verdict, document, version) ?? excessOver(limit, facts, version),
    approvals: required?.rule.approvals ?? 0,
    excludesCreator: required?.rule.excludesCreator ?? false,
    ...(over.length > 0 && { limits: over.map(({ rule }) => windowLimit(rule, facts, version)) }),
  };
}

/** What is kept with the payment: its order has the limits. */
export function rulingOf({ limits: _, ...ruling }: RulingWithLimits): Ruling {
  return ruling;
}

/** The order as its ruling leaves it: denied, or with what has to be approved. */
export function ruledOrder(order: PaymentOrder, decision: RulingWithLimits): PaymentOrder {
  const { denied, approvals, excludesCreator, limits } = decision;
  if (denied !== null) return { ...order, refusal: { code: 'rule_denied', message: denied } };
  if (approvals === 0 && limits === undefined) return order;
  const policy: PaymentPolicy = {
    ...order.policy,
    ...(approvals > 0 && (order.from === null ? { treasuryApproval: true } : { walletApproval: true })),
    ...(approvals === 2 && { twoApprovers: true as const }),
    // Nobody is known who did not create it: then nobody approves it.
    ...(excludesCreator && { creator: order.policy?.creator ?? order.creator ?? [] }),
    ...(limits !== undefined && { limits }),
  };
  return { ...order, policy };
}

type Verdict = Extract<Rule, { readonly effect: 'allow' | 'deny' }>;
type PaymentLimit = Exclude<Extract<Rule, { readonly effect: 'limit' }>, TimeLimit>;

function isVerdict(rule: Rule): rule is Verdict {
  return rule.effect === 'allow' || rule.effect === 'deny';
}

function isPaymentLimit(rule: Rule): rule is PaymentLimit {
  return rule.effect === 'limit' && !isOverTime(rule);
}

/** Of each kind of limit over a time the first that matches. */
function firstOverTime(document: RulesDocument, facts: RuleFacts): readonly Found<TimeLimit>[] {
  const found = new Map<string, Found<TimeLimit>>();
  for (const rule of document.rules) {
    if (!isOverTime(rule)) continue;
    const kind = kindOf(rule);
    if (found.has(kind)) continue;
    const values = matchedValues(rule, facts);
    if (values !== undefined) found.set(kind, { rule, values });
  }
  return [...found.values()];
}

function matchOf({ rule, values }: Found<Rule>): RuleMatch {
  const match = { rule: rule.name, effect: rule.effect, values };
  return isOverTime(rule) ? { ...match, limits: limitInWords({ ...rule, ...rule.window }, rule.when.currency) } : match;
}

/** A counter has what makes payments count together in its name: a rule that changes in it begins at zero. */
function windowLimit(rule: TimeLimit, { to, createdBy }: RuleFacts, version: number): WindowLimit {
  const { hours, per } = rule.window;
  // Payments of which nobody knows who created them count together.
  const whose = per === 'recipient' ? [to] : per === 'creator' ? [createdBy ?? ''] : [];
  const counter = [rule.name, rule.when.currency ?? '*', `${hours}h`, per, ...whose].join(' ');
  const most = 'max' in rule ? { max: rule.max } : { maxPayments: rule.maxPayments };
  return { rule: rule.name, version, counter, hours, per, ...most };
}

function first<R extends Rule>(
  { rules }: RulesDocument,
  facts: RuleFacts,
  isOf: (rule: Rule) => rule is R,
): Found<R> | undefined {
  for (const rule of rules) {
    if (!isOf(rule)) continue;
    const values = matchedValues(rule, facts);
    if (values !== undefined) return { rule, values };
  }
  return undefined;
}

function denialBy(verdict: Found<Verdict> | undefined, document: RulesDocument, version: number): string | null {
  if (verdict !== undefined) {
    return verdict.rule.effect === 'deny'
      ? `The rule ${verdict.rule.name} of version ${version} denies the payment.`
      : null;
  }
  return document.default === 'deny'
    ? `No rule of version ${version} allows the payment, and it denies all others.`
    : null;
}

function excessOver(
  limit: Found<PaymentLimit> | undefined,
  { amount, currency }: RuleFacts,
  version: number,
): string | null {
  if (limit === undefined || BigInt(amount) <= BigInt(limit.rule.max)) return null;
  const max = formatAmount(BigInt(limit.rule.max));
  return `The rule ${limit.rule.name} of version ${version} limits a payment to ${max} ${currency}.`;
}
