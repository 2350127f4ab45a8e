import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { fieldsOf, type InputType } from './fields';
import { invalid } from '../application/refusals';
import { readInput } from './read-input';

/** Reads `@Body()` and `@Query()` into the class that the parameter has. */
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isInput(metatype)) return value;
    if (type === 'query') refuseRepeated(value);
    // A request without a body is one that gives no parameters.
    return readInput(metatype, value === undefined ? {} : value);
  }
}

function isInput(metatype: ArgumentMetadata['metatype']): metatype is InputType {
  return metatype !== undefined && metatype !== Object && fieldsOf(metatype as InputType).size > 0;
}

function refuseRepeated(query: unknown): void {
  if (typeof query !== 'object' || query === null) return;
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) throw invalid(name, `${name} must be given only once.`);
  }
}
