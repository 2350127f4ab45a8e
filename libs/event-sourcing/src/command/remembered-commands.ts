import type { Refusal } from '../decider';

/** How many applied commands a stream remembers by id (protocol rule 4). */
export interface RememberPolicy {
  /** Commands older than this may be dropped. */
  readonly rememberMs: number;
  /** Above this number they may be dropped whatever their age. */
  readonly rememberMost: number;
  /** Up to this number none is dropped. */
  readonly rememberLeast: number;
}

/** The newest of what was dropped. */
export interface Floor {
  readonly at: number;
  readonly position: number;
}

interface Applied {
  readonly at: number;
  /** Of the append that holds the command's events; infinite until the store has acknowledged it. */
  position: number;
  readonly refusal: Refusal | undefined;
}

/** One applied command, as a snapshot keeps it. */
type AppliedJson = readonly [id: string, at: number, position: number, refusal: Refusal | null];

/** What a snapshot keeps of {@link RememberedCommands}. */
export interface RememberedCommandsJson {
  readonly applied: readonly AppliedJson[];
  readonly floor: { readonly at: number; readonly position: number } | null;
}

/**
 * The commands that a stream has applied, by id, in bounded memory (protocol rule 4). Only ids that the read model has
 * passed are ever dropped, so whatever is not known here is known there.
 */
export class RememberedCommands {
  /** In order of their append: the oldest first. */
  readonly #applied = new Map<string, Applied>();
  /** From the oldest on. It is never begun anew: that would pass, each time, the places of all that are dropped. */
  readonly #byAge = this.#applied.keys();
  /** The oldest, when it has been looked at and may not be dropped yet. */
  #oldest: string | undefined;
  /** Remembered, but not acknowledged by the store yet. */
  #unconfirmed: Applied[] = [];
  #floor: Floor | undefined;

  get size(): number {
    return this.#applied.size;
  }

  /** A command no newer than this, and not known here, may have been applied: the read model has to be asked. */
  get floor(): Floor | undefined {
    return this.#floor;
  }

  has(commandId: string): boolean {
    return this.#applied.has(commandId);
  }

  refusalOf(commandId: string): Refusal | undefined {
    return this.#applied.get(commandId)?.refusal;
  }

  /** Remembers a command whose events stand in the stream at that position. */
  add(commandId: string, at: number, position: number, refusal: Refusal | undefined): void {
    this.#applied.set(commandId, { at, position, refusal: refusal ?? this.refusalOf(commandId) });
  }

  /** Remembers a command whose events are about to be appended. */
  addUnconfirmed(commandId: string, at: number, refusal: Refusal | undefined): void {
    const applied = { at, position: Infinity, refusal };
    this.#applied.set(commandId, applied);
    this.#unconfirmed.push(applied);
  }

  /** The append went through: its last event has that position. */
  confirm(position: number): void {
    for (const applied of this.#unconfirmed) applied.position = position;
    this.#unconfirmed = [];
  }

  /**
   * Drops the oldest ids as far as the policy allows.
   *
   * @param passed - the position up to which the read model is complete
   */
  prune(policy: RememberPolicy, now: number, passed: number): void {
    while (this.#applied.size > policy.rememberLeast) {
      const id = (this.#oldest ??= this.#byAge.next().value);
      const applied = id === undefined ? undefined : this.#applied.get(id);
      if (id === undefined || applied === undefined || applied.position > passed) return;
      if (applied.at >= now - policy.rememberMs && this.#applied.size <= policy.rememberMost) return;
      this.#applied.delete(id);
      this.#oldest = undefined;
      this.#floor = raise(this.#floor, applied);
    }
  }

  /** What a snapshot keeps: only what the read model has not passed, so that a snapshot stays small. */
  toJson(passed: number): RememberedCommandsJson {
    const applied: AppliedJson[] = [];
    let floor = this.#floor;
    for (const [id, command] of this.#applied) {
      if (command.position > passed) applied.push([id, command.at, command.position, command.refusal ?? null]);
      else floor = raise(floor, command);
    }
    return { applied, floor: floor ?? null };
  }

  static fromJson(json: RememberedCommandsJson): RememberedCommands {
    const commands = new RememberedCommands();
    for (const [id, at, position, refusal] of json.applied) commands.add(id, at, position, refusal ?? undefined);
    commands.#floor = json.floor ?? undefined;
    return commands;
  }
}

function raise(floor: Floor | undefined, dropped: Floor): Floor {
  if (floor === undefined) return { at: dropped.at, position: dropped.position };
  return { at: Math.max(floor.at, dropped.at), position: Math.max(floor.position, dropped.position) };
}
