import type { Command, Decider } from '../decider';
import type { CommandRefused } from '../refusal';
import { ConcurrencyError, OverloadedError, ReadModelBehindError } from '../errors';
import type { Clock, Log, Meter } from '../ports';
import type { DomainEvent, EventStore, NewEvent } from '../ports/event-store';
import { silentTracer } from '../ports/tracing';
import type { SpanDetails, Tracer } from '../ports/tracing';
import { Appends } from './appends';
import { CommandAnswers } from './command-answers';
import type { Handled, WaitingCommand } from './command-answers';
import { CommandSpans } from './command-spans';
import { DecisionFailed, decideBatch } from './decide-batch';
import { FoldedStream } from './folded-stream';
import { askHistory } from './history';
import type { CommandHistory } from './history';
import { StreamQueues } from './stream-queues';
import { StreamStates } from './stream-states';
import { selectFrom } from './stream-view';
import type { AskedState, StreamView } from './stream-view';

export interface CommandHandlerOptions<State, C extends Command, E extends DomainEvent> {
  readonly store: EventStore;
  readonly decider: Decider<State, C, E>;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter;
  /** Records commands and appends. Default: nothing is recorded. */
  readonly tracer?: Tracer;
  /** What to record of a command. */
  readonly attributesOf?: (stream: string, command: Command) => SpanDetails['attributes'];
  /**
   * Answers before the events are flushed, if the store supports that: for a service where nothing outside the process
   * follows from {@link CommandHandler.handle} alone. Default: false.
   */
  readonly beforeFlush?: boolean;
  /** Called with the appended events, and the position of the last one. */
  readonly appended?: (events: readonly NewEvent<E | CommandRefused>[], position: number) => void;
  /** Knows the commands whose ids are no longer in memory. Without it no id is ever dropped. */
  readonly history?: CommandHistory<C>;
  /** Maximum streams whose folded state is cached. Default 10,000. */
  readonly cacheSize?: number;
  /** Maximum attempts to decide commands when their stream changes meanwhile. Default 20. */
  readonly maxAttempts?: number;
  /** Maximum attempts of one append while its result is unknown. Default 5. */
  readonly maxAppends?: number;
  /** Maximum waiting commands and queries, over all streams; more are rejected. Default 50,000. */
  readonly maxWaiting?: number;
  /** How long the ids of applied commands stay in memory, in milliseconds. Default 600,000. */
  readonly rememberMs?: number;
  /** Maximum ids of applied commands in memory, per stream. Default 20,000. */
  readonly rememberMost?: number;
  /** Up to this number of applied commands no id of a stream is dropped. Default 1,000. */
  readonly rememberLeast?: number;
  /** A stream with this many ids rejects commands until its read model catches up. Default 200,000. */
  readonly rememberMax?: number;
}

const DEFAULTS = {
  cacheSize: 10_000,
  beforeFlush: false,
  appended: (): void => undefined,
  tracer: silentTracer,
  attributesOf: (): undefined => undefined,
  maxAttempts: 20,
  maxAppends: 5,
  maxWaiting: 50_000,
  rememberMs: 10 * 60_000,
  rememberMost: 20_000,
  rememberLeast: 1_000,
  rememberMax: 200_000,
};

/** Commands that are decided together, with one append. */
const BATCH = 512;

/**
 * Executes commands: a decider decides on them, and the events are appended to the store.
 *
 * Each stream has a queue. All waiting commands are decided in order and appended at once, at the revision that they were
 * decided on, while the next group forms; this makes a hot stream fast. A command is executed at most once, however often
 * it is repeated (protocol rules 1, 4 and 5).
 */
export class CommandHandler<State, C extends Command, E extends DomainEvent> {
  readonly #options: Required<Omit<CommandHandlerOptions<State, C, E>, 'history'>> &
    Pick<CommandHandlerOptions<State, C, E>, 'history'>;
  readonly #labels: Readonly<Record<string, string>>;
  /** Prefix of its streams' names. */
  readonly #prefix: string;
  readonly #states: StreamStates<State, C, E>;
  readonly #appends: Appends;
  readonly #spans: CommandSpans;
  readonly #answers: CommandAnswers<State, C, E>;
  readonly #queues: StreamQueues<WaitingCommand<C, E> | AskedState<FoldedStream<State, C, E>>>;

  constructor(options: CommandHandlerOptions<State, C, E>) {
    this.#options = { ...DEFAULTS, ...options };
    this.#labels = { category: options.decider.streams.name };
    this.#prefix = options.decider.streams.prefix;
    this.#states = new StreamStates(this.#options);
    this.#appends = new Appends({ ...this.#options, labels: this.#labels });
    this.#spans = new CommandSpans({ ...this.#options, category: options.decider.streams.name });
    this.#answers = new CommandAnswers({ ...this.#options, labels: this.#labels, spans: this.#spans });
    this.#queues = new StreamQueues(BATCH, (stream, items) => this.#take(stream, items));
    options.meter.gauge('commands_waiting', this.#labels, () => this.#queues.size);
    options.meter.gauge('command_cache_streams', this.#labels, () => this.#states.size);
  }

  /**
   * Executes a command once. A repetition of an applied command, one that no longer applies, and one that comes after its
   * `expiresAt` yield no events.
   *
   * @throws {@link UnknownStreamError} the stream does not exist, and the command cannot be its first (protocol rule 7)
   * @throws {@link ConcurrencyError} the stream changed during every attempt; transient
   * @throws {@link AppendFailedError} the result of the append is unknown; transient
   * @throws {@link ReadModelBehindError} the read model does not know yet whether the command, or one whose id would have to
   * be dropped, was applied; transient
   * @throws {@link OverloadedError} too many commands wait; transient
   */
  handle(stream: string, command: C): Promise<Handled<E>> {
    const startedAt = this.#spans.now();
    return new Promise((resolve, reject) => this.#enqueue(stream, { command, startedAt, resolve, reject }));
  }

  /**
   * Reads the current state, after every command handled before and once that is flushed.
   *
   * @param select - picks from the state; must neither keep nor change it
   * @returns undefined when the stream does not exist
   * @throws {@link OverloadedError} too many commands and queries wait; transient
   */
  query<T>(stream: string, select: (state: State, at: StreamView) => T): Promise<T | undefined> {
    const { beforeFlush, store } = this.#options;
    return new Promise((resolve, reject) => {
      const answer = (folded: FoldedStream<State, C, E>): void => {
        const selected = selectFrom(folded, select);
        // The answer may leave the process, so it must not include what cannot be written.
        if (!beforeFlush) resolve(selected);
        else
          store.durable(folded.position).then(
            () => resolve(selected),
            () => resolve(this.#states.loadWritten(stream).then((written) => selectFrom(written, select))),
          );
      };
      this.#enqueue(stream, { answer, reject });
    });
  }

  /**
   * Whether the state meets a condition, so that a command is worth preparing. A cached state that meets it is believed,
   * at no cost: the command is decided on the current state. Otherwise the stream is read.
   *
   * @returns undefined when the stream does not exist
   * @throws as {@link query}
   */
  async meets(stream: string, condition: (state: State) => boolean): Promise<boolean | undefined> {
    const cached = this.#states.cached(stream);
    return cached !== undefined && condition(cached.state) ? true : this.query(stream, condition);
  }

  /**
   * Position of the last event that this handler appended and that is flushed. A read model at this position includes all
   * that clients were told. It does not move while the store cannot write.
   */
  writtenUpTo(): Promise<number> {
    return this.#appends.writtenUpTo();
  }

  /** Resolves when no command waits or is being appended: call it before the store closes. */
  async idle(): Promise<void> {
    await this.#queues.idle();
    await this.#states.idle();
  }

  #enqueue(stream: string, item: WaitingCommand<C, E> | AskedState<FoldedStream<State, C, E>>): void {
    const { decider, maxWaiting } = this.#options;
    if (!stream.startsWith(this.#prefix)) {
      item.reject(new TypeError(`stream ${stream} is not of category ${decider.streams.name}`));
    } else if (this.#queues.size >= maxWaiting) {
      item.reject(new OverloadedError(`${maxWaiting} commands wait for ${decider.streams.name} streams`));
    } else {
      this.#queues.push(stream, item);
    }
  }

  async #take(
    stream: string,
    items: readonly (WaitingCommand<C, E> | AskedState<FoldedStream<State, C, E>>)[],
  ): Promise<void> {
    const waiting: WaitingCommand<C, E>[] = [];
    const asked: AskedState<FoldedStream<State, C, E>>[] = [];
    for (const item of items) {
      if ('command' in item) waiting.push(item);
      else asked.push(item);
    }
    if (waiting.length > 0) {
      try {
        await this.#handleAll(stream, waiting);
      } catch (error) {
        this.#states.drop(stream);
        this.#answers.reject(stream, waiting, error);
      }
      this.#options.meter.count('commands_total', this.#labels, waiting.length);
      this.#options.meter.observe('command_batch_commands', waiting.length, this.#labels);
    }
    if (asked.length > 0) {
      try {
        await this.#answerAll(stream, asked);
      } catch (error) {
        this.#states.drop(stream);
        for (const { reject } of asked) reject(error);
      }
    }
  }

  /** Decides and appends, again when the stream has changed, until every command is answered. */
  async #handleAll(stream: string, batch: readonly WaitingCommand<C, E>[]): Promise<void> {
    const { clock, decider, history, maxAttempts, meter } = this.#options;
    let waiting = batch;
    let conflicts = 0;
    while (conflicts < maxAttempts) {
      const cached = this.#states.cached(stream);
      const known = cached ?? (conflicts === 0 ? this.#begun(waiting[0]?.command) : undefined);
      // A state that was just read is current, so its decisions are final.
      const current = known === undefined;
      const folded = known ?? (await this.#states.load(stream));
      const { commands } = folded;
      this.#requireRoom(stream, folded);
      const verdicts = commands.floor && (await askHistory(history, stream, commands, waiting));
      const decision = decideBatch(decider, stream, folded, waiting, clock.now(), verdicts);
      if (decision instanceof DecisionFailed) {
        // Like "no events", this counts only on a current state.
        if (current) {
          this.#answers.reject(stream, [decision.entry], decision.cause);
          waiting = waiting.filter((entry) => entry !== decision.entry);
          continue;
        }
      } else {
        const { events, ineffective } = decision;
        // Protocol rule 5: a command without effect on an old state may have one on the current state.
        const outdated = ineffective && !current && (await this.#states.hasMoved(stream, folded));
        const startedAt = this.#spans.now();
        if (!outdated && (events.length === 0 || (await this.#append(stream, folded, events)))) {
          this.#states.keep(stream, folded, cached);
          this.#answers.applied(stream, folded, decision, { startedAt, endedAt: this.#spans.now() });
          return;
        }
      }
      this.#states.drop(stream);
      conflicts++;
      meter.count('command_conflicts_total', this.#labels);
    }
    throw new ConcurrencyError(stream, maxAttempts);
  }

  /** Ids that the read model does not include must stay in memory, and memory is bounded (protocol rule 4). */
  #requireRoom(stream: string, { commands, position }: FoldedStream<State, C, E>): void {
    const { clock, history, rememberMax } = this.#options;
    if (commands.size < rememberMax) return;
    commands.prune(this.#options, clock.now(), history?.position() ?? -1);
    if (commands.size >= rememberMax) throw new ReadModelBehindError(stream, position);
  }

  async #answerAll(stream: string, asked: readonly AskedState<FoldedStream<State, C, E>>[]): Promise<void> {
    const folded = await this.#states.toAnswer(stream);
    for (const { answer, reject } of asked) {
      try {
        answer(folded);
      } catch (error) {
        reject(error);
      }
    }
  }

  /**
   * An empty stream, for a command that may be the first of one. The store is not read: it refuses the append if the stream
   * exists.
   */
  #begun(first: C | undefined): FoldedStream<State, C, E> | undefined {
    const { decider } = this.#options;
    if (first === undefined || !decider.firstCommands.includes(first.type)) return undefined;
    return new FoldedStream(decider);
  }

  /** @returns false when the stream has changed */
  async #append(
    stream: string,
    folded: FoldedStream<State, C, E>,
    events: readonly NewEvent<E | CommandRefused>[],
  ): Promise<boolean> {
    const appended = await this.#appends.append(stream, folded.revision, events);
    if (appended === undefined) return false;
    folded.confirm(appended);
    this.#options.appended(events, folded.position);
    return true;
  }
}
