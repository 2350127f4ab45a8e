import type { LimitWindow, Rule } from '@stablecoin/contracts';

/** A limit of what a payer pays over a time. */
export type TimeLimit = Extract<Rule, { readonly window: LimitWindow }>;

/** Whether a rule limits what is paid over a time, and not one payment alone. */
export function isOverTime(rule: Rule): rule is TimeLimit {
  return 'window' in rule;
}

/** What a rule decides: of each kind the first rule that matches a payment counts. */
export function kindOf(rule: Rule): string {
  switch (rule.effect) {
    case 'allow':
    case 'deny':
      return 'verdict';
    case 'require':
      return 'require';
    case 'limit':
      if (!isOverTime(rule)) return 'limit';
      return `limit of ${'max' in rule ? 'sums' : 'numbers'} in ${rule.window.hours} hours per ${rule.window.per}`;
  }
}
