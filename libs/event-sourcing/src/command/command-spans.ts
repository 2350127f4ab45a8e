import { isSampled, traceIdOf } from '@stablecoin/contracts';
import type { Command } from '../decider';
import type { SpanDetails, Tracer } from '../ports/tracing';

/** When the events of commands that were decided together were appended, by {@link Tracer.now}. */
export interface Appending {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A command that is done. */
export interface DoneCommand {
  readonly command: Command;
  /** When it began to wait, by {@link Tracer.now}. */
  readonly startedAt: number;
  /** The trace that its events belong to. */
  readonly traceparent: string | undefined;
  /** Number of its events. */
  readonly events: number;
  readonly appending?: Appending;
  readonly error?: unknown;
}

export interface CommandSpansOptions {
  readonly tracer: Tracer;
  readonly category: string;
  readonly attributesOf: (stream: string, command: Command) => SpanDetails['attributes'];
}

/** Records commands, from their wait to their answer, and the appends of their events. */
export class CommandSpans {
  constructor(private readonly options: CommandSpansOptions) {}

  now(): number {
    return this.options.tracer.now();
  }

  record(stream: string, { command, startedAt, traceparent, events, appending, error }: DoneCommand): void {
    const { tracer, category, attributesOf } = this.options;
    const span = tracer.start(traceparent, startedAt);
    if (span === undefined) return;
    if (events > 0 && appending !== undefined) {
      const { endedAt } = appending;
      const attributes = { stream, events };
      const appended = tracer.start(span.traceparent, appending.startedAt);
      appended?.end({ name: `append ${category}`, kind: 'client', attributes, endedAt });
    }
    span.end({
      name: `command ${category}.${command.type}`,
      attributes: { stream, events, ...attributesOf(stream, command) },
      error,
      links: linksOf(command.traceparent, traceparent),
    });
  }
}

/** Whether two `traceparent`s are of one trace. */
export function isOneTrace(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && traceIdOf(a) === traceIdOf(b);
}

/** What came from another trace is linked to it. */
function linksOf(from: string | undefined, own: string | undefined): readonly string[] {
  return from === undefined || isOneTrace(from, own) || !isSampled(from) ? [] : [from];
}
