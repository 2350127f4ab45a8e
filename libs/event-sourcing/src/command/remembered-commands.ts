import type { Refusal } from '../refusal';

/** How many ids of applied commands a stream keeps in memory (protocol rule 4). */
export interface RememberPolicy {
  /** Commands older than this may be dropped, in milliseconds. */
  readonly rememberMs: number;
  /** Above this number, commands may be dropped at any age. */
  readonly rememberMost: number;
  /** Up to this number, no command is dropped. */
  readonly rememberLeast: number;
}

/** Time and position of the newest dropped command. */
export interface Floor {
  readonly at: number;
  readonly position: number;
}

interface Applied {
  readonly at: number;
  /** Position of the append that holds the events of the command; infinite until it is acknowledged. */
  position: number;
  readonly refusal: Refusal | undefined;
}

/** An applied command in a snapshot. */
type AppliedJson = readonly [id: string, at: number, position: number, refusal: Refusal | null];

/** JSON of {@link RememberedCommands} in a snapshot. */
export type RememberedCommandsJson = {
  readonly applied: readonly AppliedJson[];
  readonly floor: { readonly at: number; readonly position: number } | null;
};

/**
 * The ids of the commands that a stream has applied, in bounded memory (protocol rule 4). An id is dropped only after
 * the read model has it, so every applied command is known here or there.
 */
export class RememberedCommands {
  /** In append order, oldest first. */
  readonly #applied = new Map<string, Applied>();
  /** Iterates from the oldest. Reused, because a new iterator would skip all deleted entries first. */
  readonly #byAge = this.#applied.keys();
  /** The oldest id, if it was checked and must still be kept. */
  #oldest: string | undefined;
  /** Commands whose append is not acknowledged yet. */
  #unconfirmed: Applied[] = [];
  #floor: Floor | undefined;

  get size(): number {
    return this.#applied.size;
  }

  /** A command that is unknown here and not newer than this may have been applied: ask the read model. */
  get floor(): Floor | undefined {
    return this.#floor;
  }

  has(commandId: string): boolean {
    return this.#applied.has(commandId);
  }

  refusalOf(commandId: string): Refusal | undefined {
    return this.#applied.get(commandId)?.refusal;
  }

  /** Adds a command whose events are stored at a position. */
  add(commandId: string, at: number, position: number, refusal: Refusal | undefined): void {
    this.#applied.set(commandId, { at, position, refusal: refusal ?? this.refusalOf(commandId) });
  }

  /** Adds a command whose events are about to be appended. */
  addUnconfirmed(commandId: string, at: number, refusal: Refusal | undefined): void {
    const applied = { at, position: Infinity, refusal };
    this.#applied.set(commandId, applied);
    this.#unconfirmed.push(applied);
  }

  /** Called after the append. @param position - of its last event */
  confirm(position: number): void {
    for (const applied of this.#unconfirmed) applied.position = position;
    this.#unconfirmed = [];
  }

  /**
   * Drops the oldest ids that the policy allows to drop.
   *
   * @param now - in milliseconds since the epoch
   * @param passed - position up to which the read model is complete
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

  /** JSON for a snapshot. Leaves out commands up to `passed`, which the read model knows, to keep snapshots small. */
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
