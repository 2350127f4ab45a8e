/** @checks */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf, isShellFence, shellFences } from '../e2e/support/documented-commands';
import { fencesOf } from '../e2e/support/markdown';
import { filesNamed, ROOT, textOf } from '../e2e/support/repository';

/** What a fence of commands has to say of itself, behind its language. */
const MARKS = ['run', 'starts', 'tools', 'tests', 'unrun'];
const HOW_TO_MARK = `mark the fence of commands:
  "sh run"     docs.e2e.ts runs it, in the order of the page, against a service that was just started;
               with "refused" behind it every curl has to be answered with an HTTP error, and none without
  "sh starts"  each line is a command that prints an address and runs until Ctrl-C; a test starts it
  "sh tools"   each line is a tool for the data folder of a stopped service; a test runs it, and fills <id> and <service> in
  "sh tests"   each line runs tests or checks, as .ci/run does
  "sh unrun"   no test runs it; the page need not say so`;
/** A line of a fence that is no fence of commands, but has one. */
const IS_COMMAND = /^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:npm|npx|node|docker|curl|openssl) /m;

describe('Commands in the documents', () => {
  const fences = shellFences();

  it('are marked as run by a test, or not', () => {
    const unmarked = fences.filter(({ words }) => words.filter((word) => MARKS.includes(word)).length !== 1);
    const places = unmarked.map(({ file, line }) => `${file}, line ${line}`);
    expect(places.length === 0 ? [] : [HOW_TO_MARK, ...places]).toEqual([]);
    expect(fences.length).toBeGreaterThan(50);
  });

  it('are in fences for commands', () => {
    const hidden = filesNamed(/\.md$/).flatMap((file) =>
      fencesOf(textOf(file))
        .filter((fence) => !isShellFence(fence) && IS_COMMAND.test(fence.text))
        .map(({ line }) => `${file}, line ${line}`),
    );
    expect(hidden.length === 0 ? [] : ['put the commands into a fence "sh", and', HOW_TO_MARK, ...hidden]).toEqual([]);
  });

  it('name scripts, programs and tests that exist', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const tests = filesNamed(/\.(?:spec|e2e)\.ts$/);
    const wrong = documentedCommands().filter(({ command }) => {
      const [, script] = /\bnpm run (?:--silent )?([\w:-]+)/.exec(command) ?? [];
      const [, tested] = /\bnpx jest ([\w./-]+)/.exec(command) ?? [];
      const [, program] = /(?:^|^node )((?:infra|examples|apps)\/[\w./-]+\.(?:mjs|sh|js))\b/.exec(command) ?? [];
      return (
        (script !== undefined && !(script in scripts)) ||
        (tested !== undefined && !tests.some((test) => test.includes(tested))) ||
        (program !== undefined && !existsSync(join(ROOT, program.replace('/dist/', '/src/').replace(/\.js$/, '.ts'))))
      );
    });
    expect(wrong).toEqual([]);
  });
});

/** Every command of a fence and every code span that may be one. */
function documentedCommands(): readonly { readonly file: string; readonly command: string }[] {
  return filesNamed(/\.md$/).flatMap((file) => {
    const text = textOf(file);
    const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
    return [...fencesOf(text).flatMap(commandsOf), ...spans].map((command) => ({ file, command }));
  });
}
