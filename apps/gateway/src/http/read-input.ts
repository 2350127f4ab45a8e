import type { ApiError } from '@stablecoin/platform';
import { validateSync } from 'class-validator';
import { fieldsOf, type InputType, type Nested } from './fields';
import { invalid } from '../application/refusals';

/** The message of every validator here is what comes after the field's name; an element's index goes first. */
const PREDICATE = /^(\[\d+\])? ?(.*)$/s;

/**
 * Reads a request's body or query into an instance of its class: only known fields, an optional field that is `null`
 * counts as absent, and what is there is valid (API decisions, Strictness). Stops at the first problem.
 *
 * @param path - where the input stands in the request, for the error's `param`; empty for the whole
 * @throws ApiError `invalid_request`, with the field in `param` and a sentence that says what is accepted
 */
export function readInput<T extends object>(type: InputType<T>, input: unknown, path = ''): T {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw path === '' ? invalid(null, 'The body must be a JSON object.') : invalid(path, `${path} must be an object.`);
  }
  const fields = fieldsOf(type);
  const target = new type();
  for (const [name, value] of Object.entries(input)) {
    const field = fields.get(name);
    const param = join(path, name);
    if (field === undefined) throw unknownField(param, fields);
    if (value === null && field.presence !== 'nullable') continue;
    const read: unknown = field.nested === undefined || value === null ? value : readNested(field.nested, value, param);
    Reflect.set(target, name, read);
  }
  for (const [name, field] of fields) {
    if (field.presence === 'required' && !(name in target)) {
      throw invalid(join(path, name), `${join(path, name)} is required.`);
    }
  }
  validate(target, path);
  return target;
}

function readNested({ type, listMax }: Nested, value: unknown, param: string): object {
  if (listMax === undefined) return readInput(type(), value, param);
  if (!Array.isArray(value) || value.length === 0 || value.length > listMax) {
    throw invalid(param, `${param} must be a list of 1 to ${listMax} objects.`);
  }
  return value.map((element: unknown, index) => readInput(type(), element, `${param}[${index}]`));
}

function validate(target: object, path: string): void {
  const [error] = validateSync(target, {
    stopAtFirstError: true,
    skipMissingProperties: true,
    forbidUnknownValues: false,
  });
  if (error === undefined) return;
  const [message = 'is not valid'] = Object.values(error.constraints ?? {});
  const [, index = '', predicate = message] = PREDICATE.exec(message) ?? [];
  const param = `${join(path, error.property)}${index}`;
  throw invalid(param, `${param} ${predicate}.`);
}

function unknownField(param: string, fields: ReadonlyMap<string, unknown>): ApiError {
  const accepted = fields.size === 0 ? 'none is' : `accepted: ${[...fields.keys()].join(', ')}`;
  return invalid(param, `${param} is not a parameter of this request; ${accepted}.`);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
