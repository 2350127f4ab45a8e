import {
  ATTESTED_CHECKS,
  CHECK_NAMES,
  DUPLICATE_GUARD_KEYS,
  LEDGER_KINDS,
  MEMBER_STATUSES,
  PLANS,
  ROLE_NAMES,
  LIMIT_PERS,
  RULE_EFFECTS,
  SCOPES,
  STATS_INTERVALS,
  WEBHOOK_EVENT_TYPES,
  WEEKDAYS,
  CHAIN_NAMES,
  CURRENCIES,
} from '@stablecoin/contracts';

/** Words that a request may have. They have a name, so that a client that is generated has one for them too. */
export interface WordList {
  readonly name: string;
  readonly words: readonly string[];
  readonly description: string;
}

export const CHAIN: WordList = { name: 'Chain', words: CHAIN_NAMES, description: 'A chain.' };

export const CHAIN_OR_AUTO: WordList = {
  name: 'ChainOrAuto',
  words: ['auto', ...CHAIN_NAMES],
  description: 'A chain, or `auto` for the best one.',
};

export const CURRENCY: WordList = { name: 'Currency', words: CURRENCIES, description: 'A stablecoin.' };

export const COMPLIANCE_MODE: WordList = {
  name: 'ComplianceMode',
  words: ['auto', 'skip'],
  description: 'Whether to screen.',
};

export const CHECK_NAME: WordList = {
  name: 'CheckName',
  words: CHECK_NAMES,
  description: 'A check of a screening.',
};

export const ATTESTED_CHECK: WordList = {
  name: 'AttestedCheck',
  words: ATTESTED_CHECKS,
  description: 'A check that you can attest.',
};

export const DUPLICATE_GUARD: WordList = {
  name: 'DuplicateGuard',
  words: DUPLICATE_GUARD_KEYS,
  description:
    'Whose payments are compared with earlier ones.\n\n' +
    '- `bound_keys`: Those of API keys that are bound to wallets.\n' +
    "- `all`: Everybody's.\n" +
    "- `off`: Nobody's.",
};

export const REVIEW_VERDICT: WordList = {
  name: 'ReviewVerdict',
  words: ['clear', 'block'],
  description:
    'The decision of a review.\n\n' +
    '- `clear`: The result becomes `cleared`, and waiting payments continue.\n' +
    '- `block`: The result becomes `blocked`, and waiting payments fail.',
};

export const DEPOSIT_VERDICT: WordList = {
  name: 'DepositVerdict',
  words: ['clear', 'keep'],
  description:
    'The decision on a held deposit.\n\n' +
    '- `clear`: Its money is available.\n' +
    '- `keep`: Its money stays held permanently.',
};

export const EVENT_TYPE: WordList = {
  name: 'EventType',
  words: WEBHOOK_EVENT_TYPES,
  description: 'A type of events.',
};

export const ENDPOINT_STATUS: WordList = {
  name: 'EndpointStatus',
  words: ['enabled', 'disabled'],
  description:
    'Whether events are sent.\n\n' +
    '- `enabled`: Events are sent, from the next one on.\n' +
    '- `disabled`: Nothing is sent.',
};

export const PLAN: WordList = {
  name: 'Plan',
  words: PLANS,
  description:
    'The plan, which sets the rate limits.\n\n' +
    '- `scale`: 100 payments per second.\n' +
    '- `enterprise`: 1,000 payments per second, and `compliance: "skip"`.',
};

export const SCOPE: WordList = { name: 'Scope', words: SCOPES, description: 'What a key may do.' };

export const ROLE: WordList = { name: 'Role', words: ROLE_NAMES, description: 'What a person may do.' };

export const MEMBER_STATUS: WordList = {
  name: 'MemberStatus',
  words: MEMBER_STATUSES,
  description:
    'Whether a person has access.\n\n' +
    '- `active`: The role counts.\n' +
    '- `disabled`: The person cannot sign in, and sessions end within a second.',
};

export const WALLET_EXPANSION: WordList = {
  name: 'WalletExpansion',
  words: ['onchain'],
  description: 'What to add to the wallet: `onchain`, its state at a final block.',
};

export const LEDGER_KIND: WordList = {
  name: 'LedgerKind',
  words: LEDGER_KINDS,
  description: 'A kind of ledger entries.',
};

export const STATS_INTERVAL: WordList = {
  name: 'StatsInterval',
  words: STATS_INTERVALS,
  description: 'How long each interval of statistics is.',
};

export const RULE_EFFECT: WordList = {
  name: 'RuleEffect',
  words: RULE_EFFECTS,
  description:
    'What a rule does.\n\n' +
    '- `allow`: No later rule and no `otherwise` denies the payment.\n' +
    '- `deny`: The payment fails with `rule_denied`.\n' +
    '- `limit`: A payment of more than `max` fails with `rule_denied`. With `within_hours`, so does a payment that brings ' +
    'what its payer pays in that time above `max` or `max_payments`.\n' +
    '- `require`: The payment waits for approvals.',
};

export const LIMIT_PER: WordList = {
  name: 'LimitPer',
  words: LIMIT_PERS,
  description:
    'Which payments a limit with `within_hours` adds up.\n\n' +
    '- `payer`: All of the treasury, or of one wallet.\n' +
    '- `creator`: Those of them that one API key or member creates.\n' +
    '- `recipient`: Those of them to one address.',
};

export const WEEKDAY: WordList = { name: 'Weekday', words: WEEKDAYS, description: 'A day of the week.' };

/** Every one of them. */
export const WORD_LISTS: readonly WordList[] = [
  CHAIN,
  CHAIN_OR_AUTO,
  CURRENCY,
  COMPLIANCE_MODE,
  CHECK_NAME,
  ATTESTED_CHECK,
  DUPLICATE_GUARD,
  REVIEW_VERDICT,
  DEPOSIT_VERDICT,
  EVENT_TYPE,
  ENDPOINT_STATUS,
  PLAN,
  SCOPE,
  ROLE,
  MEMBER_STATUS,
  WALLET_EXPANSION,
  LEDGER_KIND,
  STATS_INTERVAL,
  RULE_EFFECT,
  LIMIT_PER,
  WEEKDAY,
];
