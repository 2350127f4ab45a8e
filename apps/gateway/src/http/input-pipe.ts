import { NotFoundException, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { invalid } from '@stablecoin/contracts';
import type { InputType } from './fields';
import { readInput } from './read-input';

/** Reads the body and the query of a request into the classes that its endpoint declares for them. */
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    switch (type) {
      case 'body':
        // A request without a body is one that gives no parameters.
        return readInput(metatype as InputType, value === undefined ? {} : value);
      case 'query':
        return readQuery(metatype as InputType, value as object);
      case 'param':
        // Fastify finds a route also for a path that ends where the value should stand.
        if (value === '') throw new NotFoundException();
        return value;
      case 'custom':
        return value;
    }
  }
}

function readQuery(type: InputType, query: object): object {
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) throw invalid(name, `${name} must be given only once.`);
  }
  return readInput(type, query);
}
