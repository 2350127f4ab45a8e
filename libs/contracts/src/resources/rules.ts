import type { ChainName, Currency } from '../money';
import type { Metadata } from './shared-shapes';

export const RULE_EFFECTS = ['allow', 'deny', 'limit', 'require'] as const;
/** What a rule does to the payments that it matches. */
export type RuleEffect = (typeof RULE_EFFECTS)[number];

export const LIMIT_PERS = ['payer', 'creator', 'recipient'] as const;
/** Which payments of a payer a limit adds up: all, those of the same creator, or those to the same recipient. */
export type LimitPer = (typeof LIMIT_PERS)[number];

export const RULE_DEFAULTS = ['allow', 'deny'] as const;
/** What becomes of a payment that no `allow` and no `deny` matches. */
export type RuleDefault = (typeof RULE_DEFAULTS)[number];

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const RULES_AGREEMENTS = ['second_person', 'delay', 'sandbox'] as const;
/** Why one person was not enough to publish rules, or was. */
export type RulesAgreement = (typeof RULES_AGREEMENTS)[number];

/** The conditions of a rule as the API shows them; null: not looked at. */
export interface ShownConditions {
  readonly to: readonly string[] | null;
  readonly above: string | null;
  readonly up_to: string | null;
  readonly currency: Currency | null;
  readonly chains: readonly ChainName[] | null;
  readonly payers: readonly string[] | null;
  readonly created_by: readonly string[] | null;
  readonly countries: readonly string[] | null;
  readonly metadata: Metadata | null;
  readonly from_hour: number | null;
  readonly until_hour: number | null;
  readonly weekdays: readonly Weekday[] | null;
  readonly time_zone: string | null;
}

/** A rule as the API shows it; null: not of its effect. */
export interface ShownRule {
  readonly name: string;
  readonly effect: RuleEffect;
  readonly when: ShownConditions;
  readonly max: string | null;
  readonly max_payments: number | null;
  readonly within_hours: number | null;
  readonly per: LimitPer | null;
  readonly approvals: number | null;
  readonly exclude_creator: boolean | null;
}

/** A published version of the rules. */
export interface Rules {
  /** From 1; 0: none was published. */
  readonly version: number;
  readonly in_force_from: string | null;
  readonly otherwise: RuleDefault;
  readonly rules: readonly ShownRule[];
  /** Versions that come into force later, the earliest first. */
  readonly scheduled: readonly { readonly version: number; readonly in_force_from: string }[];
  /** Ids of the drafts. */
  readonly drafts: readonly string[];
}

/** Something that a draft does, and that its author may not want. */
export interface RuleWarning {
  /** The rule; null: the document as a whole. */
  readonly rule: string | null;
  readonly message: string;
}

/** How a draft differs from the version in force: names of rules. */
export interface RuleChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** The rules of both are in another order. */
  readonly reordered: boolean;
  readonly otherwise_changed: boolean;
}

export interface RuleDraft {
  readonly id: string;
  readonly otherwise: RuleDefault;
  readonly rules: readonly ShownRule[];
  /** How often it was changed, and one: an agreement names it. */
  readonly revision: number;
  /** Who made it, or changed it last. */
  readonly drafted_by: string | null;
  /** Another person; null: nobody has agreed to what it says now. */
  readonly agreed_by: string | null;
  readonly warnings: readonly RuleWarning[];
  readonly changes: RuleChanges;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A version of the rules that was published, and by whom. */
export interface PublishedRules {
  readonly version: number;
  readonly in_force_from: string;
  readonly draft_id: string;
  readonly agreement: RulesAgreement;
  /** Who made the draft, or changed it last; null: not known. */
  readonly drafted_by: string | null;
  /** Who agreed to what it says; null: nobody. */
  readonly agreed_by: string | null;
  readonly published_by: string | null;
}

/** What the rules say of a payment, in words. */
export interface RulesExplained {
  readonly version: number;
  /** Why the payment is denied; null: it is not. */
  readonly denied: string | null;
  /** How many people have to approve it because of the rules. */
  readonly approvals: number;
  readonly matches: readonly { readonly rule: string; readonly effect: RuleEffect; readonly text: string }[];
}
