import { describeError } from '@stablecoin/contracts';
import type { Command, Decider, SnapshotPolicy } from '../decider';
import type { CommandRefused, Refusal } from '../refusal';
import type { Log } from '../ports';
import { isOurs } from '../ours';
import type {
  AppendResult,
  DomainEvent,
  EventStore,
  Json,
  ReadOptions,
  RecordedEvent,
  Snapshot,
} from '../ports/event-store';
import { RememberedCommands } from './remembered-commands';
import type { RememberedCommandsJson } from './remembered-commands';

/** Events read per page. */
const PAGE = 1_000;

/** Version of {@link SnapshotEnvelope}. Raise it when the fields beside the state change. */
const ENVELOPE = 1;

/** Content of a snapshot: the state of the decider, and the applied commands. */
type SnapshotEnvelope = {
  readonly envelope: typeof ENVELOPE;
  readonly position: number;
  readonly state: Json;
  readonly commands: RememberedCommandsJson;
};

/** The state of a stream after its events are folded, its revision, and the ids of the commands it has applied. */
export class FoldedStream<State, C extends Command, E extends DomainEvent> {
  readonly commands: RememberedCommands;
  /** Revision of the last stored event; -1 when the stream does not exist. */
  revision = -1;
  /** Position of the last stored event; 0 when the stream does not exist. */
  position = 0;
  /** Events folded since the last snapshot. */
  sinceSnapshot = 0;
  /** That of the first event. Undefined if it has none, and after a snapshot. */
  traceparent: string | undefined;
  readonly #decider: Decider<State, C, E>;
  #state: State;

  constructor(decider: Decider<State, C, E>, start?: { readonly state: State; readonly commands: RememberedCommands }) {
    this.#decider = decider;
    this.#state = start === undefined ? decider.initialState() : start.state;
    this.commands = start === undefined ? new RememberedCommands() : start.commands;
  }

  get state(): State {
    return this.#state;
  }

  /** Folds a stored event. One that is not ours takes a revision and changes nothing. */
  fold(stored: RecordedEvent): void {
    this.revision = stored.revision;
    this.position = stored.position;
    if (!isOurs(stored)) return;
    const refusal = this.#evolve(this.#decider.streams.decode(stored));
    this.commands.add(stored.metadata.commandId, stored.metadata.at, stored.position, refusal);
    if (stored.revision === 0) this.traceparent = stored.metadata.traceparent;
    this.sinceSnapshot++;
  }

  /** Folds the events of a decision before they are appended. The next command is decided on the result. */
  foldUnconfirmed(command: Command, events: readonly (E | CommandRefused)[]): void {
    let refusal: Refusal | undefined;
    for (const event of events) refusal = this.#evolve(event) ?? refusal;
    this.commands.addUnconfirmed(command.id, command.at, refusal);
    this.sinceSnapshot += events.length;
  }

  /** Called after the append of the events that {@link foldUnconfirmed} has folded. */
  confirm(appended: AppendResult): void {
    this.revision = appended.revision;
    this.position = appended.position;
    this.commands.confirm(appended.position);
  }

  /**
   * Makes a snapshot of the state. It leaves out commands that the read model already knows.
   *
   * @param passed - position up to which the read model knows the applied commands
   */
  toSnapshot(policy: SnapshotPolicy<State>, passed: number): Snapshot {
    const envelope: SnapshotEnvelope = {
      envelope: ENVELOPE,
      position: this.position,
      state: policy.toJson(this.#state),
      commands: this.commands.toJson(passed),
    };
    return { revision: this.revision, version: policy.version, state: envelope };
  }

  #evolve(event: E | CommandRefused): Refusal | undefined {
    if (isRefused(event)) return event.data;
    this.#state = this.#decider.evolve(this.#state, event);
    return undefined;
  }
}

/** Reads the current state of a stream: its latest usable snapshot, and the events after it. */
export async function loadStream<State, C extends Command, E extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, C, E>,
  stream: string,
  log: Log,
  options: Pick<ReadOptions, 'flushedOnly'> = {},
): Promise<FoldedStream<State, C, E>> {
  const folded = (await fromSnapshot(store, decider, stream, log)) ?? new FoldedStream(decider);
  await readOn(store, stream, folded, options);
  return folded;
}

/** Folds the events appended since the last read. @returns their number */
export async function readOn<State, C extends Command, E extends DomainEvent>(
  store: EventStore,
  stream: string,
  folded: FoldedStream<State, C, E>,
  options: Pick<ReadOptions, 'flushedOnly'> = {},
): Promise<number> {
  let read = 0;
  for (;;) {
    const page = await store.read(stream, { ...options, from: folded.revision + 1, limit: PAGE });
    for (const event of page) folded.fold(event);
    read += page.length;
    if (page.length < PAGE) return read;
  }
}

async function fromSnapshot<State, C extends Command, E extends DomainEvent>(
  store: EventStore,
  decider: Decider<State, C, E>,
  stream: string,
  log: Log,
): Promise<FoldedStream<State, C, E> | undefined> {
  const policy = decider.snapshot;
  if (policy === undefined) return undefined;
  const snapshot = await store.loadSnapshot(stream);
  if (snapshot?.version !== policy.version || !isEnvelope(snapshot.state)) return undefined;
  try {
    const { state, commands, position } = snapshot.state;
    const start = { state: policy.fromJson(state), commands: RememberedCommands.fromJson(commands) };
    const folded = new FoldedStream(decider, start);
    folded.revision = snapshot.revision;
    folded.position = position;
    return folded;
  } catch (error) {
    // A snapshot only saves time: the events hold the same state.
    log.warn(
      { stream, error: describeError(error) },
      'cannot read the snapshot, folding the stream from its first event',
    );
    return undefined;
  }
}

function isRefused(event: DomainEvent): event is CommandRefused {
  return event.type === 'CommandRefused';
}

function isEnvelope(json: unknown): json is SnapshotEnvelope {
  return typeof json === 'object' && json !== null && 'envelope' in json && json.envelope === ENVELOPE;
}
