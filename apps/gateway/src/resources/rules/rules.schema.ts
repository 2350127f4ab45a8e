import {
  LIMIT_PERS,
  RULE_DEFAULTS,
  RULES_MAX,
  RULE_DRAFTS_MAX,
  WEEKDAYS,
  type RuleChanges,
  type RuleDraft,
  type RuleEffect,
  type Rules,
  type RulesExplained,
  type RuleWarning,
  type ShownConditions,
  type ShownRule,
} from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { path } from '../../openapi/parameters';
import { known, knownWords, listOf, nullable, ref, resource } from '../../openapi/schema';
import { actorId, amount, chain, currency, id, livemode, metadata, time } from '../../openapi/values';
import type { DiscardedDraft } from './rule-drafts';

const ANY: ShownConditions = {
  to: null,
  above: null,
  up_to: null,
  currency: null,
  chains: null,
  payers: null,
  created_by: null,
  countries: null,
  metadata: null,
  from_hour: null,
  until_hour: null,
  weekdays: null,
  time_zone: null,
};

const large: ShownRule = {
  name: 'large-payments',
  effect: 'require',
  when: { ...ANY, above: '1000.00', currency: 'USDC' },
  max: null,
  max_payments: null,
  within_hours: null,
  per: null,
  approvals: 2,
  exclude_creator: true,
};

const limit: ShownRule = {
  name: 'limit-usdc',
  effect: 'limit',
  when: { ...ANY, currency: 'USDC' },
  max: '50000.00',
  max_payments: null,
  within_hours: null,
  per: null,
  approvals: null,
  exclude_creator: null,
};

export const publishedRules: Rules = {
  version: 3,
  in_force_from: EXAMPLE.createdAt,
  otherwise: 'allow',
  rules: [large, limit],
  scheduled: [],
  drafts: [EXAMPLE.ruleDraft],
};

export const ruleDraft: RuleDraft = {
  id: EXAMPLE.ruleDraft,
  otherwise: 'allow',
  rules: [large, limit],
  revision: 1,
  drafted_by: EXAMPLE.key,
  agreed_by: null,
  warnings: [{ rule: 'limit-usdc', message: 'The rule limit-usdc limits USDC and not EURC.' }],
  changes: { added: ['limit-usdc'], removed: [], changed: [], reordered: false, otherwise_changed: false },
  livemode: false,
  created_at: EXAMPLE.createdAt,
  updated_at: EXAMPLE.createdAt,
};

/** What both bodies of drafts may be. */
export const ruleRequests = {
  document: {
    summary: 'Two people above 1000.00 USDC, and limits for one payment and for a day',
    value: {
      rules: [
        {
          name: 'large-payments',
          effect: 'require',
          when: { above: '1000.00', currency: 'USDC' },
          approvals: 2,
          exclude_creator: true,
        },
        { name: 'limit-usdc', effect: 'limit', when: { currency: 'USDC' }, max: '50000.00' },
        { name: 'daily-usdc', effect: 'limit', when: { currency: 'USDC' }, max: '200000.00', within_hours: 24 },
      ],
    },
  },
};

export const neverMatches = {
  message: 'The rule small can never match: the earlier rule all matches all that it matches.',
  param: 'rules[1]',
};

export const ruleDraftId = path('id', 'Id of the draft.', 'rdr', EXAMPLE.ruleDraft);

export const noSuchDraft = { message: 'There is no such draft of rules.' };

const effect = knownWords<RuleEffect>('What the rule does. More effects may be added.', {
  allow: 'The payment is not denied by a later rule, or by `otherwise`.',
  deny: 'The payment fails with `rule_denied`.',
  limit:
    'A payment of more than `max` fails with `rule_denied`. With `within_hours`, so does a payment that brings what its payer pays in ' +
    'that time above `max` or `max_payments`.',
  require: 'The payment waits for `approvals` people.',
});

const name: Schema = { type: 'string', description: 'Its name, unique in the document.', examples: ['limit-usdc'] };
const names = (description: string): Schema => listOf({ type: 'string' }, description);
const otherwise = known(RULE_DEFAULTS, 'Decides a payment that no rule allows or denies: `allow` or `deny`.');
const document = listOf(
  ref('Rule'),
  'In order: of each effect, `allow` and `deny` together, and of each kind of `limit`, the first match counts.',
  {
    max: RULES_MAX,
  },
);
const texts = (description: string): Schema => nullable(listOf({ type: 'string' }, description));
const hour = (description: string): Schema => nullable({ type: 'integer', description });

export const ruleSchemas: Readonly<Record<string, Schema>> = {
  Rules: resource<Rules>(
    'A published version of the rules.',
    {
      version: { type: 'integer', minimum: 0, description: 'From 1; `0`: nothing was published.' },
      in_force_from: nullable(time('When it came into force, or will.')),
      otherwise,
      rules: document,
      scheduled: listOf(ref('ScheduledRules'), 'Versions that come into force later, the earliest first.'),
      drafts: listOf(id('rdr', 'a draft'), 'The drafts that are neither published nor discarded.', {
        max: RULE_DRAFTS_MAX,
      }),
    },
    [publishedRules],
  ),

  ScheduledRules: resource<Rules['scheduled'][number]>('A version that comes into force later.', {
    version: { type: 'integer', minimum: 1, description: 'Its number.' },
    in_force_from: time('When it comes into force.'),
  }),

  Rule: resource<ShownRule>('One rule.', {
    name,
    effect,
    when: ref('RuleConditions'),
    max: nullable(
      amount(
        'Of a `limit`: the most that one payment may be, in `when.currency`; with `within_hours`, the most that payments may be together.',
      ),
    ),
    max_payments: nullable({
      type: 'integer',
      description: 'Of a `limit` with `within_hours`: how many payments are made at most.',
    }),
    within_hours: nullable({
      type: 'integer',
      description: 'Of a `limit`: adds up the payments of this many hours. `null`: one payment is limited.',
    }),
    per: nullable(known(LIMIT_PERS, 'Of a `limit` with `within_hours`: which payments of a payer are added up.')),
    approvals: nullable({ type: 'integer', description: 'Of a `require`: how many people have to approve.' }),
    exclude_creator: nullable({
      type: 'boolean',
      description: 'Of a `require`: the creator of the payment can neither approve nor review it.',
    }),
  }),

  RuleConditions: resource<ShownConditions>('The conditions, all of which have to match. `null` is ignored.', {
    to: texts('The recipients.'),
    above: nullable(amount('The amount is above this one.')),
    up_to: nullable(amount('The amount is this one or less.')),
    currency: nullable(currency),
    chains: nullable(
      listOf(chain, 'The chains that the payment may use; of an `allow`: the only chains that it can use.'),
    ),
    payers: texts('Who pays: ids of wallets, or `treasury`.'),
    created_by: texts('Who creates the payment: ids of API keys and members.'),
    countries: texts('The `country_code` of the payment.'),
    metadata: nullable(metadata),
    from_hour: hour('The hour at which the range begins.'),
    until_hour: hour('The hour at which the range ends.'),
    weekdays: nullable(listOf(known(WEEKDAYS, 'A weekday.'), 'The weekdays.')),
    time_zone: nullable({ type: 'string', description: 'The time zone of hours and weekdays.' }),
  }),

  RuleDraft: resource<RuleDraft>(
    'Rules that are not in force.',
    {
      id: id('rdr', 'the draft'),
      otherwise,
      rules: document,
      revision: {
        type: 'integer',
        minimum: 1,
        description: 'Rises with each change. An agreement names it.',
        examples: [1],
      },
      drafted_by: nullable(actorId('made the draft, or changed it last')),
      agreed_by: nullable(actorId('has agreed to what the draft says now')),
      warnings: listOf(ref('RuleWarning'), 'What the draft does that you may not want.'),
      changes: ref('RuleChanges'),
      livemode,
      created_at: time('When it was made.'),
      updated_at: time('When it was changed last.'),
    },
    [ruleDraft],
  ),

  RuleWarning: resource<RuleWarning>('What a draft does that you may not want.', {
    rule: nullable({ type: 'string', description: 'The rule; `null`: the document as a whole.' }),
    message: { type: 'string', description: 'The warning in a sentence.' },
  }),

  RuleChanges: resource<RuleChanges>('How a draft differs from the version in force.', {
    added: names('Rules that only the draft has.'),
    removed: names('Rules that the draft lacks.'),
    changed: names('Rules that are different.'),
    reordered: { type: 'boolean', description: 'The rules of both are in another order.' },
    otherwise_changed: { type: 'boolean', description: '`otherwise` is different.' },
  }),

  DiscardedRuleDraft: resource<DiscardedDraft>('A draft that was discarded.', {
    id: id('rdr', 'the draft'),
    deleted: { type: 'boolean', description: 'Always `true`.' },
  }),

  RulesExplained: resource<RulesExplained>('What the rules say of a payment.', {
    version: { type: 'integer', minimum: 1, description: 'The version that decides.' },
    denied: nullable({ type: 'string', description: 'Why the payment is denied; `null`: it is not.' }),
    approvals: { type: 'integer', minimum: 0, description: 'How many people have to approve because of the rules.' },
    matches: listOf(ref('RuleMatch'), 'The rules that count: at most one for each effect.'),
  }),

  RuleMatch: resource<RulesExplained['matches'][number]>('A rule that counts for a payment.', {
    rule: name,
    effect,
    text: { type: 'string', description: 'What it does and why it matches, in a sentence.' },
  }),
};
