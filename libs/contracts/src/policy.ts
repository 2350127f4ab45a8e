import { formatAmount, type Currency, type Units } from './money';
import type { LimitPer } from './resources/rules';

/**
 * Who may be behind a request: first the API key or the person that sent it, then every key and person that has been
 * shown the secret of one of them, because it created or rotated it. Empty: not known.
 */
export type PrincipalIds = readonly string[];

/** Whether two requests may be of one person, as far as that can be known. What is not known may be. */
export function mayBeSame(one: PrincipalIds, other: PrincipalIds): boolean {
  return one.length === 0 || other.length === 0 || one.some((id) => other.includes(id));
}

/**
 * What the account's policies asked of a payment when it was ordered. It goes with the payment, so that a later change of
 * the policies does not change what is decided. A part that is left out asks nothing.
 */
export type PaymentPolicy = {
  /** Who ordered the payment: they neither approve nor review it. */
  readonly creator?: PrincipalIds;
  /** An approval takes two people. */
  readonly twoApprovers?: true;
  /** The treasury pays it after an approval only. */
  readonly treasuryApproval?: true;
  /** The wallet pays it after an approval only, also within its limit: a rule asks for it. */
  readonly walletApproval?: true;
  /** What rules limit over a time. The treasury or wallet that pays counts, and refuses what is over. */
  readonly limits?: readonly WindowLimit[];
};

/** A limit of what a treasury or wallet pays over a time, of the rule that a payment has matched. */
export type WindowLimit = {
  readonly rule: string;
  readonly version: number;
  /** Names what it counts: all payments of one payer with the same counter, which have the same `hours`. */
  readonly counter: string;
  readonly hours: number;
  readonly per: LimitPer;
} & LimitedTo;

/** The most that payments may be together, inclusive: an amount in minor units of their currency, or a number of payments. */
export type LimitedTo = { readonly max: Units } | { readonly maxPayments: number };

/** A limit over a time in words: "payments to 1000.00 USDC within 24 hours, per payer". */
export function limitInWords(
  limit: LimitedTo & Pick<WindowLimit, 'hours' | 'per'>,
  currency: Currency | undefined,
): string {
  const { hours, per } = limit;
  const most = 'max' in limit ? `${formatAmount(BigInt(limit.max))} ${String(currency)}` : String(limit.maxPayments);
  const whose = per === 'payer' ? 'payer' : `payer and ${per}`;
  return `payments to ${most} within ${hours === 1 ? 'an hour' : `${hours} hours`}, per ${whose}`;
}

/** Whose orders are compared with earlier ones: those of keys that are bound to wallets, everybody's, or nobody's. */
export const DUPLICATE_GUARD_KEYS = ['bound_keys', 'all', 'off'] as const;
export type DuplicateGuardKeys = (typeof DUPLICATE_GUARD_KEYS)[number];

/** The policies of an account and mode, as the API shows them. Amounts are of the payment's currency; null: off. */
export interface Policies {
  readonly separate_creator: boolean;
  readonly two_approvers_above: string | null;
  readonly treasury_approval_above: string | null;
  /** Nothing is paid, and no wallet is made, without screening. */
  readonly always_screen: boolean;
  /** Whose orders are refused as possible duplicates. */
  readonly duplicate_guard: DuplicateGuardKeys;
  /** How long an order counts for that. */
  readonly duplicate_window_hours: number;
}
