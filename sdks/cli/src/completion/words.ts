import type { Command } from 'commander';

/** What can come after the words of a command: `payments` → `create get …`. */
export interface Words {
  /** The words before, such as `payments create`; empty at the beginning. */
  readonly after: string;
  readonly words: readonly string[];
}

/** The words of a command and of all below it. */
export function wordsOf(command: Command, after = ''): readonly Words[] {
  const globals = after === '' ? [] : ['--api-key', '--base-url', '--profile', '--json'];
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const words = [
    ...command.commands.map((each) => each.name()),
    ...choices,
    ...command.options.flatMap(({ long }) => long ?? []),
    ...globals,
    '--help',
  ];
  return [
    { after, words: [...new Set(words)] },
    ...command.commands.flatMap((each) => wordsOf(each, `${after} ${each.name()}`.trim())),
  ];
}
