import type { ApiError } from '@stablecoin/contracts';
import type { ValidatorConstraintInterface } from 'class-validator';
import { getMetadataStorage } from 'class-validator/cjs/metadata/MetadataStorage';
import { fieldsOf, isNullable, isRequired, type Field, type InputType, type Nested } from './fields';
import { invalid } from '@stablecoin/contracts';
import { METADATA_KEYS_MAX } from './validators';

/** Each validator message continues the name of the field, after the index or key of an element. */
const PREDICATE = /^(\[[^\]]*\]|\.[\w.-]+)? ?(.*)$/s;
/** An entry of a field whose entries come one by one: `metadata[order]`. */
const ENTRY = /^(\w+)\[(.*)\]$/s;

interface Validator {
  readonly property: string;
  readonly constraint: ValidatorConstraintInterface;
}

const validators = new Map<InputType, readonly Validator[]>();

/**
 * Reads a body or query into an instance of its class. Only known fields are accepted, an optional field with `null`
 * counts as missing, and every value must be valid (API decisions, Strictness). Stops at the first error.
 *
 * @param path - of the input within the request, for `param`; empty for the whole
 * @throws ApiError `invalid_request` with the field in `param`
 */
export function readInput<T extends object>(type: InputType<T>, input: unknown, path = ''): T {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw path === '' ? invalid(null, 'The body must be a JSON object.') : invalid(path, `${path} must be an object.`);
  }
  const fields = fieldsOf(type);
  const target = new type();
  const entries = new Map<string, Record<string, unknown>>();
  for (const [name, value] of Object.entries(input)) {
    const field = fields.get(name);
    if (field === undefined || field.keyed) {
      if (!takeEntry(entries, name, value, fields)) throw unknownField(join(path, name), fields);
      continue;
    }
    if (value === null && !isNullable(field)) continue;
    const { nested } = field;
    const read: unknown = nested === undefined || value === null ? value : readNested(nested, value, join(path, name));
    Reflect.set(target, name, read);
  }
  Object.assign(target, Object.fromEntries(entries));
  for (const [name, field] of fields) {
    if (isRequired(field) && !(name in target)) {
      throw invalid(join(path, name), `${join(path, name)} is required.`);
    }
  }
  validate(type, target, path);
  return target;
}

/**
 * Adds `metadata[order]` to the entries of `metadata`.
 *
 * @returns whether there is such a field
 * @throws ApiError for more entries than a field may have, as soon as they are counted
 */
function takeEntry(
  entries: Map<string, Record<string, unknown>>,
  name: string,
  value: unknown,
  fields: ReadonlyMap<string, Field>,
): boolean {
  const [, map = '', key = ''] = ENTRY.exec(name) ?? [];
  if (fields.get(map)?.keyed !== true) return false;
  // Without a prototype, so that any key is an ordinary one.
  const taken = entries.get(map) ?? (Object.create(null) as Record<string, unknown>);
  taken[key] = value;
  if (Object.keys(taken).length > METADATA_KEYS_MAX) {
    throw invalid(map, `${map} must have at most ${METADATA_KEYS_MAX} keys.`);
  }
  entries.set(map, taken);
  return true;
}

function readNested({ type, listMax, listMin = 1 }: Nested, value: unknown, param: string): object {
  if (listMax === undefined) return readInput(type(), value, param);
  if (!Array.isArray(value) || value.length < listMin || value.length > listMax) {
    throw invalid(param, `${param} must be a list of ${listMin} to ${listMax} objects.`);
  }
  return value.map((element: unknown, index) => readInput(type(), element, `${param}[${index}]`));
}

function validate(type: InputType, target: object, path: string): void {
  for (const { property, constraint } of validatorsOf(type)) {
    const value: unknown = Reflect.get(target, property);
    if (value === undefined || value === null || constraint.validate(value) === true) continue;
    const args = { value, property, object: target, targetName: type.name, constraints: [] };
    const message = constraint.defaultMessage?.(args) ?? 'is not valid';
    const [, index = '', predicate = message] = PREDICATE.exec(message) ?? [];
    const param = `${join(path, property)}${index}`;
    throw invalid(param, `${param} ${predicate}.`);
  }
}

/** The declared validators of a class, cached: class-validator would search all of them for every request. */
function validatorsOf(type: InputType): readonly Validator[] {
  const known = validators.get(type);
  if (known !== undefined) return known;
  const storage = getMetadataStorage();
  const declared = storage
    .getTargetValidationMetadatas(type, '', false, false)
    .flatMap(({ propertyName: property, constraintCls }) =>
      storage.getTargetValidatorConstraints(constraintCls).map(({ instance }) => ({ property, constraint: instance })),
    );
  validators.set(type, declared);
  return declared;
}

function unknownField(param: string, fields: ReadonlyMap<string, Field>): ApiError {
  const names = [...fields].map(([name, { keyed }]) => (keyed ? `${name}[key]` : name));
  const accepted = names.length === 0 ? 'none is' : `accepted: ${names.join(', ')}`;
  return invalid(param, `${param} is not a parameter of this request; ${accepted}.`);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
