import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger';

/**
 * What Nest says, through pino. Nest calls with the message, then anything else, and the context's name last; an
 * error comes with its stack in between.
 */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  /** Drops info messages: Nest logs every module and route. */
  log(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.#write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.#write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.#write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.#write('fatal', message, rest);
  }

  #write(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const details = rest.slice(0, -1).filter((detail) => detail !== undefined);
    const fields = {
      ...(context === undefined ? {} : { context }),
      ...(details.length === 0 ? {} : { details }),
    };
    if (typeof message === 'string') this.logger[level](fields, message);
    else if (message instanceof Error) this.logger[level]({ ...fields, err: message }, message.message);
    else this.logger[level]({ ...fields, nest: message });
  }
}
