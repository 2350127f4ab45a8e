import { Catch } from '@nestjs/common';
import type { ExceptionFilter } from '@nestjs/common';

/**
 * Lets a handler's error reach the transport as it was thrown. Without it Nest answers every plain `Error` with a
 * generic object, and the transport cannot tell a transient failure from a permanent one, nor name its cause.
 *
 * Every service registers it in the context that consumes messages: as
 * `providers: [{ provide: APP_FILTER, useClass: RethrowFilter }]`, or, for a microservice that is connected to an HTTP
 * application, with `useGlobalFilters` on the microservice.
 */
@Catch()
export class RethrowFilter implements ExceptionFilter {
  catch(exception: unknown): never {
    throw exception;
  }
}
