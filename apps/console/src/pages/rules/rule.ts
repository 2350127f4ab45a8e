import type { Resource } from '../../api/client';

/** A rule as a draft has it. Fields that this console does not know stay in it, and are shown. */
export type Rule = Resource<'RuleInput'>;

type Fields = Readonly<Record<string, unknown>>;

/** A rule of a version or a draft without the fields that say nothing. */
export function ruleOf(shown: Resource<'Rule'>): Rule {
  return { ...said(shown), when: said(shown.when) } as Rule;
}

/** What a rule does, in one sentence. */
export function sentenceOf(rule: Rule): string {
  const { name: _name, effect, when, approvals, exclude_creator, ...others } = rule;
  const { max: _max, max_payments: _number, within_hours: _hours, per: _per, ...rest } = others;
  const payment = ['A payment', ...conditionsOf(said(when ?? {}))].join(' ');
  const unknown = Object.entries(said(rest)).map(([field, value]) => `${field} ${inWords(value)}`);
  const more = unknown.length === 0 ? '' : ` (${unknown.join(', ')})`;
  switch (effect) {
    case 'allow':
      return `${payment} is allowed${more}.`;
    case 'deny':
      return `${payment} is denied${more}.`;
    case 'limit':
      return `${payment} is denied if ${limitPhrase(rule)}${more}.`;
    case 'require': {
      const people = approvals === 2 ? 'two people' : 'one person';
      return `${payment} waits until ${people}${exclude_creator === true ? ' other than its creator' : ''} approved it${more}.`;
    }
    default:
      return `${payment}: ${String(effect)}${more}.`;
  }
}

function limitPhrase({ max, max_payments: number, within_hours: hours, per, when }: Rule): string {
  const bound = typeof number === 'number' ? `${number} payments` : `${max ?? '–'} ${when?.currency ?? ''}`.trimEnd();
  if (typeof hours !== 'number') return `it is above ${bound}`;
  const same = per === 'creator' || per === 'recipient' ? ` and ${per}` : '';
  return `the payments of the same payer${same} within ${hours} h would be above ${bound}`;
}

/** What becomes of a payment that no rule allows or denies. */
export function otherwiseOf(otherwise: string): string {
  return `Every other payment is ${otherwise === 'deny' ? 'denied' : 'allowed'}.`;
}

const PHRASES: readonly (readonly [fields: readonly string[], phrase: (when: Fields) => string])[] = [
  [['above', 'up_to', 'currency'], amountPhrase],
  [['to'], ({ to }) => `to ${inWords(to)}`],
  [['countries'], ({ countries }) => `to a recipient in ${inWords(countries)}`],
  [['chains'], ({ chains }) => `on ${inWords(chains)}`],
  [['payers'], ({ payers }) => `paid by ${inWords(payers)}`],
  [['created_by'], ({ created_by: by }) => `created by ${inWords(by)}`],
  [['metadata'], ({ metadata }) => `with the metadata ${inWords(metadata)}`],
  [['from_hour', 'until_hour'], ({ from_hour: from, until_hour: until }) => `from ${hour(from)} to ${hour(until)}`],
  [['weekdays'], ({ weekdays }) => `on ${inWords(weekdays)}`],
  [['time_zone'], ({ time_zone: zone }) => `in the time zone ${inWords(zone)}`],
];

function conditionsOf(when: Fields): readonly string[] {
  const known = new Set(PHRASES.flatMap(([fields]) => fields));
  const others = Object.entries(when).filter(([field]) => !known.has(field));
  return [
    ...PHRASES.filter(([fields]) => fields.some((field) => field in when)).map(([, phrase]) => phrase(when)),
    ...others.map(([field, value]) => `with ${field} ${inWords(value)}`),
  ];
}

function amountPhrase({ above, up_to: upTo, currency }: Fields): string {
  const unit = currency === undefined ? '' : ` ${inWords(currency)}`;
  const bounds = [
    ...(above === undefined ? [] : [`of more than ${inWords(above)}${unit}`]),
    ...(upTo === undefined ? [] : [`of ${inWords(upTo)}${unit} or less`]),
  ];
  return bounds.length === 0 ? `in${unit}` : bounds.join(' and ');
}

const hour = (value: unknown): string => `${inWords(value)}:00`;

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(inWords).join(' or ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function said(fields: object): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
