import type { Rule } from './rule';

/** A rule as the form edits it. Lists have one value for each word. */
export interface RuleForm {
  readonly name: string;
  readonly effect: string;
  readonly max: string;
  readonly approvals: string;
  readonly excludeCreator: boolean;
  readonly currency: string;
  readonly above: string;
  readonly upTo: string;
  readonly to: string;
  readonly countries: string;
  readonly chains: string;
  readonly payers: string;
  readonly createdBy: string;
  /** Everything that has no field of its own, as JSON; empty: nothing. */
  readonly more: string;
}

type Fields = Readonly<Record<string, unknown>>;

export function formOf(rule: Rule): RuleForm {
  const { name, effect, when, max, approvals, exclude_creator: separate, ...rest } = rule;
  const {
    currency,
    above,
    up_to: upTo,
    to,
    countries,
    chains,
    payers,
    created_by: createdBy,
    ...conditions
  } = when ?? {};
  const more = { ...rest, ...(Object.keys(conditions).length > 0 && { when: conditions }) };
  return {
    name,
    effect,
    max: max ?? '',
    approvals: String(approvals ?? 1),
    excludeCreator: separate ?? false,
    currency: currency ?? '',
    above: above ?? '',
    upTo: upTo ?? '',
    to: lines(to),
    countries: line(countries),
    chains: line(chains),
    payers: line(payers),
    createdBy: line(createdBy),
    more: Object.keys(more).length === 0 ? '' : JSON.stringify(more, null, 2),
  };
}

/**
 * The rule that a form says. The service checks its values.
 *
 * @returns undefined: `more` is no JSON object
 */
export function ruleFrom(form: RuleForm): Rule | undefined {
  const more = objectIn(form.more);
  const conditions = more === undefined ? undefined : objectAt(more, 'when');
  if (more === undefined || conditions === undefined) return undefined;
  const when = {
    ...conditions,
    ...text('currency', form.currency),
    ...text('above', form.above),
    ...text('up_to', form.upTo),
    ...list('to', form.to),
    ...list('countries', form.countries),
    ...list('chains', form.chains),
    ...list('payers', form.payers),
    ...list('created_by', form.createdBy),
  };
  const required = { approvals: Number(form.approvals), exclude_creator: form.excludeCreator };
  return {
    ...more,
    name: form.name.trim(),
    effect: form.effect,
    when,
    ...(form.effect === 'limit' && text('max', form.max)),
    ...(form.effect === 'require' && required),
  } as Rule;
}

const lines = (values: readonly string[] | null | undefined): string => (values ?? []).join('\n');
const line = (values: readonly string[] | null | undefined): string => (values ?? []).join(', ');
const text = (field: string, value: string): Fields => (value.trim() === '' ? {} : { [field]: value.trim() });

function list(field: string, value: string): Fields {
  const words = value.split(/[\s,]+/).filter((word) => word !== '');
  return words.length === 0 ? {} : { [field]: words };
}

function objectIn(json: string): Fields | undefined {
  if (json.trim() === '') return {};
  try {
    return objectAt({ value: JSON.parse(json) as unknown }, 'value');
  } catch {
    return undefined;
  }
}

/** Empty where there is none; undefined: it is something else. */
function objectAt(fields: Fields, key: string): Fields | undefined {
  const value = fields[key] ?? {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : undefined;
}
