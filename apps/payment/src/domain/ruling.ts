import { formatAmount } from '@stablecoin/contracts';
import type { PaymentOrder, PaymentPolicy, Rule, RuleEffect, RulesDocument } from '@stablecoin/contracts';
import { matchedValues, type MatchedValues, type RuleFacts } from './rule-conditions';

/** The rules that decide on a payment. */
export type NumberedRules = { readonly version: number; readonly document: RulesDocument };

/** The first rule of an effect that matched a payment, and what was compared. */
export type RuleMatch = { readonly rule: string; readonly effect: RuleEffect; readonly values: MatchedValues };

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

/** A rule that matches, and what was compared. */
interface Found<R extends Rule> {
  readonly rule: R;
  readonly values: MatchedValues;
}

/**
 * Decides what the rules do to a payment: of `allow` and `deny` together, of `limit` and of `require` the first rule that
 * matches counts. Without a match nothing is required or limited, and the default says whether the payment is denied.
 */
export function decide({ version, document }: NumberedRules, facts: RuleFacts): Ruling {
  const verdict = first(document, facts, isVerdict);
  const limit = first(document, facts, (rule) => rule.effect === 'limit');
  const required = first(document, facts, (rule) => rule.effect === 'require');
  const matches = [verdict, limit, required].flatMap((found) =>
    found === undefined ? [] : [{ rule: found.rule.name, effect: found.rule.effect, values: found.values }],
  );
  return {
    version,
    matches,
    denied: denialBy(verdict, document, version) ?? excessOver(limit, facts, version),
    approvals: required?.rule.approvals ?? 0,
    excludesCreator: required?.rule.excludesCreator ?? false,
  };
}

/** The order as its ruling leaves it: denied, or with what has to be approved. */
export function ruledOrder(order: PaymentOrder, ruling: Ruling): PaymentOrder {
  const { denied, approvals, excludesCreator } = ruling;
  if (denied !== null) return { ...order, refusal: { code: 'rule_denied', message: denied } };
  if (approvals === 0) return order;
  const policy: PaymentPolicy = {
    ...order.policy,
    ...(order.from === null ? { treasuryApproval: true } : { walletApproval: true }),
    ...(approvals === 2 && { twoApprovers: true as const }),
    // Nobody is known who did not create it: then nobody approves it.
    ...(excludesCreator && { creator: order.policy?.creator ?? order.creator ?? [] }),
  };
  return { ...order, policy };
}

type Verdict = Extract<Rule, { readonly effect: 'allow' | 'deny' }>;

function isVerdict(rule: Rule): rule is Verdict {
  return rule.effect === 'allow' || rule.effect === 'deny';
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
  limit: Found<Extract<Rule, { readonly effect: 'limit' }>> | undefined,
  { amount, currency }: RuleFacts,
  version: number,
): string | null {
  if (limit === undefined || BigInt(amount) <= BigInt(limit.rule.max)) return null;
  const max = formatAmount(BigInt(limit.rule.max));
  return `The rule ${limit.rule.name} of version ${version} limits a payment to ${max} ${currency}.`;
}
