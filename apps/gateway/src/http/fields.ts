import type { Schema } from './json-schema';

/** A class whose decorated properties are the fields that a request may have. */
export type InputType<T extends object = object> = new () => T;

/** An object, or a list of `listMin` (default: 1) to `listMax` objects, inside of a request. */
export interface Nested {
  readonly type: () => InputType;
  readonly listMax?: number;
  readonly listMin?: 0 | 1;
}

/** What the reader and the OpenAPI document have to know of a field beside its validators. */
export interface Field {
  /** `null` counts as left out, except where a field is nullable. */
  readonly presence: 'required' | 'optional' | 'nullable' | 'required and nullable';
  readonly nested: Nested | undefined;
  /** Whether the entries are query parameters named `name[key]`. */
  readonly keyed: boolean;
  /** The schema of accepted values, as far as JSON Schema can express it, with description and examples. */
  readonly schema: Schema;
}

/** What the OpenAPI document says of an input class. */
export interface InputDocumentation {
  /** Of its schema: part of the contract, because clients that are generated have types of this name. */
  readonly name: string;
  readonly description: string;
}

const UNDECLARED: Field = { presence: 'optional', nested: undefined, keyed: false, schema: {} };
const declared = new Map<unknown, Map<string, Field>>();
const collected = new Map<unknown, ReadonlyMap<string, Field>>();
const documented = new Map<unknown, InputDocumentation>();

/** The fields of an input class and of those that it extends, by name: its own come first. */
export function fieldsOf(type: InputType): ReadonlyMap<string, Field> {
  const known = collected.get(type);
  if (known !== undefined) return known;
  const parent: unknown = Object.getPrototypeOf(type);
  const own = declared.get(type) ?? new Map<string, Field>();
  const inherited = isInputType(parent) ? [...fieldsOf(parent)].filter(([name]) => !own.has(name)) : [];
  const fields = new Map([...own, ...inherited]);
  collected.set(type, fields);
  return fields;
}

/**
 * What the document says of an input class.
 *
 * @throws Error for a class without {@link Input}
 */
export function documentationOf(type: InputType): InputDocumentation {
  const found = documented.get(type);
  if (found === undefined) throw new Error(`${type.name} has no @Input()`);
  return found;
}

/** The class is the body of a request, or an object inside of one: names its schema, and describes it. */
export function Input(name: string, description: string): ClassDecorator {
  return (type) => void documented.set(type, { name, description });
}

/** The property is a field that has to be there. */
export function Required(nested?: Nested): PropertyDecorator {
  return declare({ presence: 'required', nested });
}

/** The property is a field that may be left out; `null` counts as left out (API decisions, Strictness). */
export function Optional(nested?: Nested): PropertyDecorator {
  return declare({ presence: 'optional', nested });
}

/** The property is a filter of a query that comes as `name[key]=value`, for as many keys as are given. */
export function Keyed(): PropertyDecorator {
  return declare({ keyed: true });
}

/** The property is a field that may be left out, and that `null` sets to nothing: for what can be changed. */
export function Nullable(nested?: Nested): PropertyDecorator {
  return declare({ presence: 'nullable', nested });
}

/** The property is a field that has to be there, and that `null` sets to nothing. */
export function RequiredOrNull(): PropertyDecorator {
  return declare({ presence: 'required and nullable' });
}

/** Whether the field has to be there. */
export function isRequired({ presence }: Field): boolean {
  return presence === 'required' || presence === 'required and nullable';
}

/** Whether `null` is a value of the field. */
export function isNullable({ presence }: Field): boolean {
  return presence === 'nullable' || presence === 'required and nullable';
}

/** Says what the property is for, in Markdown, and gives examples. */
export function Says(description: string, ...examples: readonly unknown[]): PropertyDecorator {
  return declare({ schema: examples.length === 0 ? { description } : { description, examples } });
}

/** Says what values a validator takes. */
export function Shape(schema: Schema): PropertyDecorator {
  return declare({ schema });
}

function declare({ schema, ...changes }: Partial<Field>): PropertyDecorator {
  return (target, name) => {
    const fields = declared.get(target.constructor) ?? new Map<string, Field>();
    const field = fields.get(String(name)) ?? UNDECLARED;
    fields.set(String(name), { ...field, ...changes, schema: { ...field.schema, ...schema } });
    declared.set(target.constructor, fields);
  };
}

function isInputType(value: unknown): value is InputType {
  return typeof value === 'function' && value !== Function.prototype;
}
