import type { DuplicateGuardKeys, Message, Policies, Tenant } from '@stablecoin/contracts';
import { StreamCategory, type Command, type Decider } from '@stablecoin/event-sourcing';
import { formatAmount, type Units } from '@stablecoin/contracts';

/** The rules that an account and mode has set for its payments. Amounts are minor units of the payment's currency; null: off. */
export type PolicyRules = {
  readonly separateCreator: boolean;
  readonly twoApproversAbove: Units | null;
  readonly treasuryApprovalAbove: Units | null;
  readonly alwaysScreen: boolean;
  /** Whose orders are refused as possible duplicates of earlier ones. */
  readonly duplicateGuard: DuplicateGuardKeys;
  /** How long an order counts for that, in hours. */
  readonly duplicateWindowHours: number;
};

/** All of the rules, as they are from here on. */
export type PolicyChanged = { readonly type: 'PolicyChanged'; readonly data: PolicyRules };
/** A rule that is left out stays as it is. */
export type ChangePolicy = Command<'ChangePolicy', Partial<PolicyRules>>;
/** The command as the gateway sends it to itself. Key: {@link policyStream}. */
export type ChangePolicyMessage = Message<'gateway.ChangePolicy', Partial<PolicyRules>>;

/** Until they are changed. */
export const NO_RULES: PolicyRules = {
  separateCreator: false,
  twoApproversAbove: null,
  treasuryApprovalAbove: null,
  alwaysScreen: false,
  duplicateGuard: 'bound_keys',
  duplicateWindowHours: 24,
};

/** Streams: `policy-<account>.<mode>`. */
export const policyStreams = new StreamCategory<PolicyChanged>('policy');

/** The rules of one account and mode. */
export const policyDecider: Decider<PolicyRules, ChangePolicy, PolicyChanged> = {
  streams: policyStreams,
  firstCommands: ['ChangePolicy'],
  initialState: () => NO_RULES,
  // Always an event, also when nothing changes: it is the answer that the client waits for.
  decide: ({ data }, state) => [{ type: 'PolicyChanged', data: { ...state, ...data } }],
  // An event of before a rule existed does not name it.
  evolve: (_state, { data }) => ({ ...NO_RULES, ...data }),
};

/** The rules as the API shows them. */
export function shownPolicies(rules: PolicyRules): Policies {
  return {
    separate_creator: rules.separateCreator,
    two_approvers_above: shownAmount(rules.twoApproversAbove),
    treasury_approval_above: shownAmount(rules.treasuryApprovalAbove),
    always_screen: rules.alwaysScreen,
    duplicate_guard: rules.duplicateGuard,
    duplicate_window_hours: rules.duplicateWindowHours,
  };
}

function shownAmount(amount: Units | null): string | null {
  return amount === null ? null : formatAmount(BigInt(amount));
}

/** The stream of an account and mode. */
export function policyStream({ account, livemode }: Tenant): string {
  return policyStreams.stream(`${account}.${livemode ? 'live' : 'test'}`);
}
