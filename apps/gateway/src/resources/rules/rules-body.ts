import {
  parseAmount,
  RULE_DEFAULTS,
  RULES_MAX,
  toUnits,
  WINDOW_HOURS_MAX,
  type ChainName,
  type Currency,
  type LimitPer,
  type LimitWindow,
  type LimitedTo,
  type Metadata,
  type Rule,
  type RuleConditions,
  type RuleDefault,
  type RuleEffect,
  type RulesDocument,
  type Units,
  type Weekday,
  invalid,
} from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import { Input, Optional, Required, Says } from '../../http/fields';
import { IsIdempotencyKey } from '../../http/inputs';
import {
  IsAddressList,
  IsAmount,
  IsListOfWords,
  IsMetadata,
  IsOneOf,
  IsTrueOrFalse,
  IsWholeNumber,
} from '../../http/validators';
import { CHAIN, CURRENCY, LIMIT_PER, RULE_EFFECT, WEEKDAY } from '../../http/words';
import { readAddress } from '../payments/payment-orders';
import { IsCountryList, IsCreatorList, IsPayerList, IsRuleName, IsTimeZone } from './rule-validators';

/** Values in one condition. */
const LISTED_MAX = 100;
/** Of the number of payments that a limit names. */
const PAYMENTS_MAX = 1_000_000;

/** What a payment has to be; what is left out is not looked at. */
@Input('RuleConditionsInput', 'The conditions, all of which have to match. Omitted ones are ignored.')
export class RuleConditionsBody {
  @Optional()
  @IsAddressList(LISTED_MAX)
  @Says('The recipient is one of these addresses.', [EXAMPLE.recipient])
  to?: readonly string[];

  @Optional()
  @IsAmount()
  @Says('The amount is above this one. Needs `currency`.', '1000.00')
  above?: string;

  @Optional()
  @IsAmount()
  @Says('The amount is this one or less. Needs `currency`.', '5000.00')
  up_to?: string;

  @Optional()
  @IsOneOf(CURRENCY)
  @Says('The currency of the payment, and of the amounts of the rule.')
  currency?: Currency;

  @Optional()
  @IsListOfWords(CHAIN)
  @Says(
    'The payment may be made on one of these chains. A rule that allows matches only if it can be made on no other chain.',
  )
  chains?: readonly ChainName[];

  @Optional()
  @IsPayerList(LISTED_MAX)
  @Says('Who pays: ids of wallets, or `treasury`.', ['treasury'])
  payers?: readonly string[];

  @Optional()
  @IsCreatorList(LISTED_MAX)
  @Says('Who creates the payment: ids of API keys and members.', [EXAMPLE.key])
  created_by?: readonly string[];

  @Optional()
  @IsCountryList(LISTED_MAX)
  @Says('The `country_code` of the payment is one of these.', ['DE', 'AT'])
  countries?: readonly string[];

  @Optional()
  @IsMetadata()
  @Says('The metadata of the payment has all of these entries.')
  metadata?: Metadata;

  @Optional()
  @IsWholeNumber(0, 23)
  @Says('The hour at which the range begins. Needs `until_hour` and `time_zone`.', 18)
  from_hour?: number;

  @Optional()
  @IsWholeNumber(1, 24)
  @Says('The hour at which the range ends. The range passes midnight if it is not above `from_hour`.', 8)
  until_hour?: number;

  @Optional()
  @IsListOfWords(WEEKDAY)
  @Says('The weekday. Needs `time_zone`.')
  weekdays?: readonly Weekday[];

  @Optional()
  @IsTimeZone()
  @Says('The IANA time zone of hours and weekdays.', 'Europe/Berlin')
  time_zone?: string;
}

/** One rule, in the form that the API takes. */
@Input(
  'RuleInput',
  'One rule. Of each effect, `allow` and `deny` together, and of each kind of `limit`, the first rule that matches a payment counts.',
)
export class RuleBody {
  @Required()
  @IsRuleName()
  @Says('Names the rule in payments, timelines and errors.', 'night-payments')
  name!: string;

  @Required()
  @IsOneOf(RULE_EFFECT)
  @Says('What the rule does.')
  effect!: RuleEffect;

  @Optional({ type: () => RuleConditionsBody })
  @Says('Which payments it matches. Default: all.')
  when?: RuleConditionsBody;

  @Optional()
  @IsAmount()
  @Says(
    'Of a `limit`: the most that one payment may be, in `when.currency`; with `within_hours`, the most that payments may be together.',
    '1000.00',
  )
  max?: string;

  @Optional()
  @IsWholeNumber(1, PAYMENTS_MAX)
  @Says('Of a `limit` with `within_hours`, instead of `max`: how many payments are made at most.', 10)
  max_payments?: number;

  @Optional()
  @IsWholeNumber(1, WINDOW_HOURS_MAX)
  @Says(
    'Of a `limit`: adds up the payments of this many hours, for the treasury and for each wallet separately. Default: one payment is limited.',
    24,
  )
  within_hours?: number;

  @Optional()
  @IsOneOf(LIMIT_PER)
  @Says(
    'Of a `limit` with `within_hours`: which payments of a payer are added up. Default: `payer`, which is all of them.',
  )
  per?: LimitPer;

  @Optional()
  @IsWholeNumber(1, 2)
  @Says('Of a `require`: how many people have to approve. Default: 1.', 2)
  approvals?: number;

  @Optional()
  @IsTrueOrFalse()
  @Says('Of a `require`: the creator of the payment can neither approve nor review it. Default: `false`.', true)
  exclude_creator?: boolean;
}

/** A document of rules. POST takes an idempotency key beside it, and PUT can be repeated without one. */
export class RulesDocumentBody {
  @Optional()
  @IsOneOf(RULE_DEFAULTS)
  @Says('Decides a payment that no rule allows or denies. Default: `allow`.', 'allow')
  otherwise?: RuleDefault;

  @Optional({ type: () => RuleBody, listMin: 0, listMax: RULES_MAX })
  @Says('At most 200 rules, in order. Default: none.')
  rules?: readonly RuleBody[];
}

/** Body of `POST /rules/drafts`. */
@Input('CreateRuleDraft', 'A document of rules.')
export class RulesBody extends RulesDocumentBody {
  @IsIdempotencyKey()
  idempotency_key?: string;
}

/** @throws ApiError `invalid_request`: a rule has what its effect does not take, or lacks what it needs */
export function readDocument({ otherwise = 'allow', rules = [] }: RulesDocumentBody): RulesDocument {
  return { default: otherwise, rules: rules.map((rule, index) => readRule(rule, `rules[${index}]`)) };
}

function readRule(body: RuleBody, path: string): Rule {
  const { name, effect, approvals, exclude_creator: excludesCreator } = body;
  const when = readConditions(body.when ?? {}, `${path}.when`);
  const isOf = (field: keyof RuleBody, owner: RuleEffect): void => {
    if (body[field] === undefined || effect === owner) return;
    throw invalid(`${path}.${field}`, `${path}.${field} is for rules of the effect ${owner}.`);
  };
  isOf('max', 'limit');
  isOf('max_payments', 'limit');
  isOf('within_hours', 'limit');
  isOf('per', 'limit');
  isOf('approvals', 'require');
  isOf('exclude_creator', 'require');
  switch (effect) {
    case 'allow':
    case 'deny':
      return { name, effect, when };
    case 'limit':
      return { name, effect, when, ...readLimit(body, path) };
    case 'require':
      return { name, effect, when, approvals: approvals === 2 ? 2 : 1, excludesCreator: excludesCreator ?? false };
  }
}

type Limited = { readonly max: Units } | (LimitedTo & { readonly window: LimitWindow });

function readLimit({ max, max_payments: maxPayments, within_hours: hours, per }: RuleBody, path: string): Limited {
  if (hours === undefined) {
    for (const [field, value] of Object.entries({ max_payments: maxPayments, per })) {
      if (value !== undefined) throw invalid(`${path}.${field}`, `${path}.${field} is for limits with within_hours.`);
    }
    if (max === undefined) throw invalid(`${path}.max`, `${path}.max is required for a limit.`);
    return { max: unitsOf(max) };
  }
  const window: LimitWindow = { hours, per: per ?? 'payer' };
  if (max !== undefined && maxPayments !== undefined) {
    throw invalid(`${path}.max_payments`, `${path} has max and max_payments: make two rules of it.`);
  }
  if (max !== undefined) return { max: unitsOf(max), window };
  if (maxPayments === undefined) throw invalid(`${path}.max`, `${path}.max or max_payments is required for a limit.`);
  return { maxPayments, window };
}

function readConditions(body: RuleConditionsBody, path: string): RuleConditions {
  const { to, above, up_to: upTo, currency, chains, payers, countries, metadata, weekdays } = body;
  const hours = readHours(body, path);
  return {
    ...(to !== undefined && { to: to.map((each, index) => readAddress(`${path}.to[${index}]`, each).address) }),
    ...(above !== undefined && { above: unitsOf(above) }),
    ...(upTo !== undefined && { upTo: unitsOf(upTo) }),
    ...(currency !== undefined && { currency }),
    ...(chains !== undefined && { chains }),
    ...(payers !== undefined && { payers }),
    ...(body.created_by !== undefined && { createdBy: body.created_by }),
    ...(countries !== undefined && { countries }),
    ...(metadata !== undefined && { metadata: { ...metadata } }),
    ...(hours !== undefined && { hours }),
    ...(weekdays !== undefined && { weekdays }),
    ...(body.time_zone !== undefined && { timeZone: zoneOf(body.time_zone) }),
  };
}

function readHours({ from_hour: from, until_hour: until }: RuleConditionsBody, path: string): RuleConditions['hours'] {
  if (from === undefined && until === undefined) return undefined;
  if (from === undefined) throw invalid(`${path}.from_hour`, `${path}.from_hour is required with until_hour.`);
  if (until === undefined) throw invalid(`${path}.until_hour`, `${path}.until_hour is required with from_hour.`);
  return { from, until };
}

/** In the one spelling that is compared. */
function zoneOf(name: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions().timeZone;
}

/** Its form was checked. */
function unitsOf(text: string): Units {
  return toUnits(parseAmount(text) ?? 0n);
}
