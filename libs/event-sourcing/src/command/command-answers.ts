import { describeError } from '@stablecoin/contracts';
import type { Command, Decider } from '../decider';
import type { Log, Meter } from '../ports';
import type { DomainEvent } from '../ports/event-store';
import type { CommandRefused, Refusal } from '../refusal';
import type { Appending, CommandSpans } from './command-spans';
import { traceOf } from './decide-batch';
import type { Answer, Decision } from './decide-batch';
import type { FoldedStream } from './folded-stream';

/** The result of a command. */
export interface Handled<E extends DomainEvent = DomainEvent> {
  /**
   * The command's own events; none for a repetition, or when it no longer applies. (A repetition of the first command of a
   * stream may return its events again, because the store recognises it first.)
   */
  readonly events: readonly (E | CommandRefused)[];
  /** Revision of the stream's last event. */
  readonly revision: number;
  /** Position of the stream's last event. Wait for it in a read model. */
  readonly position: number;
  /** Why it was refused; also for a repetition, as long as its id is in memory. */
  readonly refusal: Refusal | undefined;
}

/** A command that waits for its result. */
export interface WaitingCommand<C extends Command, E extends DomainEvent> {
  readonly command: C;
  /** By the clock of {@link CommandSpans}. */
  readonly startedAt: number;
  readonly resolve: (handled: Handled<E>) => void;
  readonly reject: (error: unknown) => void;
}

interface AnswerParts<State, C extends Command, E extends DomainEvent> {
  readonly decider: Decider<State, C, E>;
  readonly log: Log;
  readonly meter: Meter;
  readonly labels: Readonly<Record<string, string>>;
  readonly spans: CommandSpans;
}

/** Gives waiting commands their results, and records them. */
export class CommandAnswers<State, C extends Command, E extends DomainEvent> {
  readonly #parts: AnswerParts<State, C, E>;

  constructor(parts: AnswerParts<State, C, E>) {
    this.#parts = parts;
  }

  /** Answers the commands whose events are stored. */
  applied(
    stream: string,
    folded: FoldedStream<State, C, E>,
    { answers, expired }: Decision<WaitingCommand<C, E>, E>,
    appending: Appending,
  ): void {
    for (const answer of answers) this.#answer(stream, folded, answer, appending);
    if (expired > 0) this.#reportExpired(stream, expired);
  }

  /** Answers commands that could not be handled. */
  reject(stream: string, waiting: readonly WaitingCommand<C, E>[], error: unknown): void {
    const { log, meter, labels, spans } = this.#parts;
    meter.count('command_failures_total', labels, waiting.length);
    log.warn({ stream, commands: waiting.length, error: describeError(error) }, 'cannot handle commands');
    for (const { command, startedAt, reject } of waiting) {
      spans.record(stream, { command, startedAt, traceparent: command.traceparent, events: 0, error });
      reject(error);
    }
  }

  #answer(
    stream: string,
    folded: FoldedStream<State, C, E>,
    answer: Answer<WaitingCommand<C, E>, E>,
    appending: Appending,
  ): void {
    const { entry } = answer;
    if ('error' in answer) {
      this.reject(stream, [entry], answer.error);
      return;
    }
    const { revision, position, commands } = folded;
    const traceparent = traceOf(this.#parts.decider, entry.command, folded);
    if (traceparent !== undefined) {
      this.#parts.spans.record(stream, { ...entry, traceparent, events: answer.events.length, appending });
    }
    entry.resolve({ events: answer.events, revision, position, refusal: commands.refusalOf(entry.command.id) });
  }

  #reportExpired(stream: string, commands: number): void {
    const { log, meter, labels } = this.#parts;
    meter.count('commands_expired_total', labels, commands);
    log.info({ stream, commands }, 'commands expired before they were handled; they have no effect');
  }
}
