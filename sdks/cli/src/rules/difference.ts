/** A rule. Its fields are taken as they come, so that those of a newer service are compared and shown too. */
export type Rule = Readonly<Record<string, unknown>>;

/** A document of rules: of a file, of a draft or of a version. */
export interface RulesDocument {
  readonly otherwise?: unknown;
  readonly rules: readonly Rule[];
}

interface Change {
  readonly before: unknown;
  readonly after: unknown;
}

/** What has to be done to one document to get the other; null: nothing. */
export interface RulesDifference {
  readonly added: readonly Rule[];
  readonly removed: readonly Rule[];
  readonly changed: readonly {
    readonly name: string;
    readonly fields: readonly ({ readonly field: string } & Change)[];
  }[];
  /** Names of the rules that both have, in the order of each. */
  readonly order: { readonly before: readonly string[]; readonly after: readonly string[] } | null;
  readonly otherwise: Change | null;
}

/** What the service fills in where a document says nothing. */
const OTHERWISE = 'allow';
const OVER_TIME: Rule = { per: 'payer' };
const DEFAULTS: Readonly<Record<string, Rule>> = { require: { approvals: 1, exclude_creator: false } };

/** Compares documents whose rules have different names. */
export function differenceOf(before: RulesDocument, after: RulesDocument): RulesDifference {
  const [earlier, later] = [byName(before), byName(after)];
  const order = {
    before: [...earlier.keys()].filter((name) => later.has(name)),
    after: [...later.keys()].filter((name) => earlier.has(name)),
  };
  const otherwise = { before: before.otherwise ?? OTHERWISE, after: after.otherwise ?? OTHERWISE };
  return {
    added: [...later].filter(([name]) => !earlier.has(name)).map(([, rule]) => rule),
    removed: [...earlier].filter(([name]) => !later.has(name)).map(([, rule]) => rule),
    changed: order.after
      .map((name) => ({ name, fields: changedFields(earlier.get(name) ?? {}, later.get(name) ?? {}) }))
      .filter(({ fields }) => fields.length > 0),
    order: order.before.join() === order.after.join() ? null : order,
    otherwise: otherwise.before === otherwise.after ? null : otherwise,
  };
}

export function isDifferent({ added, removed, changed, order, otherwise }: RulesDifference): boolean {
  return added.length + removed.length + changed.length > 0 || order !== null || otherwise !== null;
}

/** The fields of a rule that say something, by their paths: `when.metadata.order`. */
export function fieldsOf(rule: Rule): ReadonlyMap<string, unknown> {
  return new Map(leavesOf(rule, ''));
}

function byName({ rules }: RulesDocument): ReadonlyMap<string, Rule> {
  return new Map(rules.map((rule) => [String(rule['name']), rule]));
}

function changedFields(before: Rule, after: Rule): readonly ({ readonly field: string } & Change)[] {
  const [earlier, later] = [fieldsOf(filledIn(before)), fieldsOf(filledIn(after))];
  return [...new Set([...earlier.keys(), ...later.keys()])]
    .map((field) => ({ field, before: earlier.get(field) ?? null, after: later.get(field) ?? null }))
    .filter((change) => comparable(change.field, change.before) !== comparable(change.field, change.after));
}

function filledIn(rule: Rule): Rule {
  const said = Object.entries(rule).filter(([, value]) => value !== null);
  const overTime = said.some(([field]) => field === 'within_hours') ? OVER_TIME : {};
  return { ...DEFAULTS[String(rule['effect'])], ...overTime, ...Object.fromEntries(said) };
}

function leavesOf(value: unknown, path: string): readonly (readonly [path: string, value: unknown])[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, path === '' ? key : `${path}.${key}`));
}

/** The same text for values that mean the same to the service. Metadata is text that it compares word for word. */
function comparable(field: string, value: unknown): string {
  if (field.startsWith('when.metadata.')) return JSON.stringify(value);
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? canonical(each) : each));
}

function canonical(text: string): string {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return text.toLowerCase();
  const [, whole, fraction = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const significant = fraction.replace(/0+$/, '');
  return significant === '' ? whole : `${whole}.${significant}`;
}
