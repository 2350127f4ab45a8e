import { type Command, InvalidArgumentError } from 'commander';
import type { GlobalOptions } from './credentials.js';
import { EXIT, type ExitCode } from './failure.js';
import type { Io } from './io.js';
import { Session } from './session.js';

/** What a command does. It ends with 0 unless it returns another exit code. */
export type Handler<Options> = (
  session: Session,
  args: readonly string[],
  options: Options,
) => Promise<ExitCode | undefined> | Promise<void>;

/** The program as commands are added to it. */
export interface Cli {
  readonly io: Io;
  readonly program: Command;
  /** What the process ends with. */
  exitCode: ExitCode;
}

/** The action of a command. */
export function handle<Options>(cli: Cli, handler: Handler<Options>): (...passed: unknown[]) => Promise<void> {
  return async (...passed) => {
    const command = passed.at(-1) as Command;
    const session = new Session(cli.io, command.optsWithGlobals<GlobalOptions>());
    cli.exitCode = (await handler(session, command.args, command.opts() as Options)) ?? EXIT.done;
  };
}

/** A group of commands: `svc payments …`. */
export function group(cli: Cli, name: string, description: string): Command {
  return cli.program.command(name).description(description);
}

/** The fields that were given, as the body of a request. The service checks them. */
export function given<T extends object>(fields: Readonly<Record<string, unknown>>): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Adds the options of a command that lists. */
export function listing(command: Command): Command {
  return command
    .option('--limit <number>', 'how many to show, from 1 to 100', wholeNumber(1, 100))
    .option('--starting-after <id>', 'continue after this object')
    .option('--created-after <time>', 'only what was created after this time (ISO 8601)')
    .option('--created-before <time>', 'only what was created before this time (ISO 8601)');
}

/** The query of a command that lists. */
export interface ListOptions {
  readonly limit?: number;
  readonly startingAfter?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}

export function pageOf({ limit, startingAfter, createdAfter, createdBefore }: ListOptions): object {
  return given({
    limit,
    starting_after: startingAfter,
    created_after: createdAfter,
    created_before: createdBefore,
  });
}

/** Reads an option that is a whole number. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Reads an option that is a list: `a,b`. */
export function commaList(text: string): string[] {
  const values = text.split(',').map((each) => each.trim());
  if (values.every((each) => each !== '')) return values;
  throw new InvalidArgumentError('It must be a list such as a,b.');
}

/** Reads an option `key=value` that may come several times. */
export function pairs(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined) throw new InvalidArgumentError('It must be key=value.');
  return { ...before, [key]: value };
}

/** Reads an option that may come several times. */
export function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
