import type { Command } from '../decider';
import { ReadModelBehindError } from '../errors';
import type { RememberedCommands } from './remembered-commands';

/** Applied commands in a read model, for ids that are no longer in memory (protocol rule 4). */
export interface CommandHistory<C extends Command> {
  /** Whether the command has led to events that the read model includes. */
  appliedBefore(stream: string, command: C): Promise<boolean>;
  /** The position of the read model: a projector's `position()`. */
  position(): number;
}

/** What the history knows of a command: that it was applied, or an error if that is unknown. */
export type Verdict = 'applied' | { readonly error: unknown };

/**
 * Asks the read model about commands that may have been applied and dropped from memory. Most commands are newer than
 * anything dropped and need no query.
 *
 * @returns verdicts; a command without a verdict was not applied before
 */
export async function askHistory<C extends Command, Entry extends { readonly command: C }>(
  history: CommandHistory<C> | undefined,
  stream: string,
  commands: RememberedCommands,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Entry, Verdict>> {
  const verdicts = new Map<Entry, Verdict>();
  const { floor } = commands;
  if (floor === undefined) return verdicts;
  for (const entry of entries) {
    const { command } = entry;
    if (command.at > floor.at || commands.has(command.id)) continue;
    try {
      if (history === undefined || history.position() < floor.position) {
        throw new ReadModelBehindError(stream, floor.position);
      }
      if (await history.appliedBefore(stream, command)) verdicts.set(entry, 'applied');
    } catch (error) {
      // A possible repetition has to wait; the other commands of the batch need not.
      verdicts.set(entry, { error });
    }
  }
  return verdicts;
}
