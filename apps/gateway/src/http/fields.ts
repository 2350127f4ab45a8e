/** A class whose decorated properties are the fields that a request may have. */
export type InputType<T extends object = object> = new () => T;

/** An object, or a list of 1 to `listMax` objects, inside of a request. */
export interface Nested {
  readonly type: () => InputType;
  readonly listMax?: number;
}

/** What the reader has to know of a field beside its validators. */
export interface Field {
  readonly presence: 'required' | 'optional' | 'nullable';
  readonly nested: Nested | undefined;
  /** In a query: its entries come as `name[key]`, each a parameter of its own. */
  readonly keyed: boolean;
}

const declared = new Map<unknown, Map<string, Field>>();
const collected = new Map<unknown, ReadonlyMap<string, Field>>();

/** The fields of an input class and of those that it extends, by name. */
export function fieldsOf(type: InputType): ReadonlyMap<string, Field> {
  const known = collected.get(type);
  if (known !== undefined) return known;
  const parent: unknown = Object.getPrototypeOf(type);
  const inherited = isInputType(parent) ? fieldsOf(parent) : [];
  const fields = new Map([...inherited, ...(declared.get(type) ?? [])]);
  collected.set(type, fields);
  return fields;
}

/** The property is a field that has to be there. */
export function Required(nested?: Nested): PropertyDecorator {
  return declare('required', nested);
}

/** The property is a field that may be left out; `null` counts as left out (API decisions, Strictness). */
export function Optional(nested?: Nested): PropertyDecorator {
  return declare('optional', nested);
}

/** The property is a filter of a query that comes as `name[key]=value`, for as many keys as are given. */
export function Keyed(): PropertyDecorator {
  return declare('optional', undefined, true);
}

/** The property is a field that may be left out, and that `null` sets to nothing: for what can be changed. */
export function Nullable(nested?: Nested): PropertyDecorator {
  return declare('nullable', nested);
}

function declare(presence: Field['presence'], nested: Nested | undefined, keyed = false): PropertyDecorator {
  return (target, name) => {
    const fields = declared.get(target.constructor) ?? new Map<string, Field>();
    declared.set(target.constructor, fields.set(String(name), { presence, nested, keyed }));
  };
}

function isInputType(value: unknown): value is InputType {
  return typeof value === 'function' && value !== Function.prototype;
}
