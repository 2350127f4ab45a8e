import type { Message } from './message';
import type { ChainName, Currency, Units } from './money';
import type { LimitedTo, PrincipalIds } from './policy';
import type { OutcomeRequest, Outcome, Tenant } from './query';
import type { LimitPer, PublishedRules, RuleDefault, RuleDraft, Rules, Weekday } from './resources/rules';
import type { Metadata } from './resources/shared-shapes';

/** How a rule names the treasury among those that pay. */
export const TREASURY_PAYS = 'treasury';

/** Rules of one account and mode. */
export const RULES_MAX = 200;
/** Of them, limits with a window. Each that a payment matches is stored with the payment. */
export const WINDOW_LIMITS_MAX = 20;
/** 31 days. */
export const WINDOW_HOURS_MAX = 744;
/** Drafts of one account and mode that are neither published nor discarded. */
export const RULE_DRAFTS_MAX = 10;

/** What a payment has to be for a rule to match it: all of these. What is missing is not looked at. */
export type RuleConditions = {
  /** Recipients, with their checksum. */
  readonly to?: readonly string[];
  /** Exclusive, in the currency of the rule. */
  readonly above?: Units;
  /** Inclusive, in the currency of the rule. */
  readonly upTo?: Units;
  readonly currency?: Currency;
  /** Chains that it may be made on. Of an `allow`: that it can be made on, and on no other. */
  readonly chains?: readonly ChainName[];
  /** Ids of wallets, or {@link TREASURY_PAYS}. */
  readonly payers?: readonly string[];
  /** Ids of API keys and members. */
  readonly createdBy?: readonly string[];
  /** Of the recipient, as the order says. */
  readonly countries?: readonly string[];
  /** Every entry has to be there. */
  readonly metadata?: Metadata;
  /** Whole hours in `timeZone`: `from` inclusive, `until` exclusive; over midnight if `until` is not above `from`. */
  readonly hours?: { readonly from: number; readonly until: number };
  readonly weekdays?: readonly Weekday[];
  /** An IANA name. Always there with `hours` and `weekdays`. */
  readonly timeZone?: string;
};

/** Payments of how many hours a limit adds up, of one payer, and which of them. */
export type LimitWindow = { readonly hours: number; readonly per: LimitPer };

type Named = { readonly name: string; readonly when: RuleConditions };
/** One rule. Its name is unique in its document. */
export type Rule =
  | (Named & { readonly effect: 'allow' | 'deny' })
  /** A payment of more is denied. In the currency that `when` names. */
  | (Named & { readonly effect: 'limit'; readonly max: Units })
  /** A payment that would bring what its payer has paid within the window above it is denied. */
  | (Named & { readonly effect: 'limit'; readonly window: LimitWindow } & LimitedTo)
  /** The payment waits for approvals. */
  | (Named & { readonly effect: 'require'; readonly approvals: 1 | 2; readonly excludesCreator: boolean });

/** The rules of an account and mode, in order: of each effect the first that matches counts. */
export type RulesDocument = { readonly default: RuleDefault; readonly rules: readonly Rule[] };

/** Commands for the rules of an account and mode. Key: {@link rulesKey}. `by`: who sends it. */
export type DraftRulesMessage = Message<
  'payment.DraftRules',
  { readonly draftId: string; readonly document: RulesDocument; readonly by: PrincipalIds }
>;
export type ReviseRulesMessage = Message<'payment.ReviseRules', DraftRulesMessage['data']>;
export type DiscardRulesMessage = Message<'payment.DiscardRules', { readonly draftId: string }>;
export type AgreeToRulesMessage = Message<
  'payment.AgreeToRules',
  { readonly draftId: string; readonly revision: number; readonly by: PrincipalIds }
>;
export type PublishRulesMessage = Message<
  'payment.PublishRules',
  {
    readonly draftId: string;
    readonly by: PrincipalIds;
    /** In milliseconds since the epoch; null: at once. */
    readonly from: number | null;
    /** Nobody else of the account could agree. */
    readonly isAlone: boolean;
  }
>;
export type RulesCommandMessage =
  DraftRulesMessage | ReviseRulesMessage | DiscardRulesMessage | AgreeToRulesMessage | PublishRulesMessage;

/** Public; key: {@link rulesKey}. */
export type RulesPublishedMessage = Message<'payment.rules_published', PublishedRules>;

export interface RulesQueries {
  /** A published version; null: there is none of that number. Without one: what is in force now. */
  'payment.rules': { params: Tenant & { readonly version: number | null }; result: Rules | null };
  'payment.rule_draft': { params: Tenant & { readonly id: string }; result: RuleDraft | null };
  /** Whether a rule that is in force, or will be, keeps who creates a payment from approving it. */
  'payment.rules_separate': { params: Tenant; result: boolean };
  'payment.rules_outcome': { params: OutcomeRequest; result: Outcome };
}

/** The ordering key of the rules of an account and mode. */
export function rulesKey({ account, livemode }: Tenant): string {
  return `${account}.${livemode ? 'live' : 'test'}`;
}
