import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithAnvil } from '@stablecoin/chains/testing';
import { commandsOf, runUntilReady, shellFences, startingCommands } from './support/documented-commands';
import { ensureBuilt } from './support/ensure-built';
import { fencesOf, sectionOf } from './support/markdown';
import { filesNamed, ROOT, textOf } from './support/repository';

/** What a fence of commands has to say of itself, behind its language. */
const MARKS = ['run', 'starts', 'unrun'];
const HOW_TO_MARK = `mark the fence of commands:
  "sh run"     docs.e2e.ts runs it, in the order of the page, against a service that was just started
  "sh starts"  each line is a command that prints an address and runs until Ctrl-C; a test starts it
  "sh unrun"   no test runs it, and its section says so: "No test runs ..."`;
/** A command that starts every test, this one too. */
const RUNS_THE_TESTS = 'npm test';
/** Needs servers: infra/local/stack/commands.e2e.ts starts it. */
const IS_STACK = /^npm run stack\b/;

describe('the commands of the documents', () => {
  const fences = shellFences();

  it('are marked as run by a test, or not', () => {
    const unmarked = fences.filter(({ words }) => words.filter((word) => MARKS.includes(word)).length !== 1);
    const places = unmarked.map(({ file, line }) => `${file}, line ${line}`);
    expect(places.length === 0 ? [] : [HOW_TO_MARK, ...places]).toEqual([]);
    expect(fences.length).toBeGreaterThan(50);
  });

  it('that no test runs stand in a section that says so', () => {
    const silent = fences.filter(
      ({ file, line, words }) => words.includes('unrun') && !/\bNo test runs\b/.test(sectionOf(textOf(file), line)),
    );
    expect(silent.map(({ file, line }) => `${file}, line ${line}: say "No test runs ..." in its section`)).toEqual([]);
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

describe('a command that starts the service', () => {
  const commands = startingCommands().filter((command) => command !== RUNS_THE_TESTS && !IS_STACK.test(command));
  const withChains = commands.filter((command) => command.includes('CHAINS=local'));

  beforeAll(ensureBuilt, 300_000);

  it.each(commands.filter((command) => !withChains.includes(command)))(
    '%s',
    async (command) => {
      expect(await started(command)).toMatch(/^ +svc_test_\w+$/m);
    },
    300_000,
  );

  describeWithAnvil('with local chains', () => {
    it.each(withChains)(
      '%s',
      async (command) => {
        expect(await started(command)).toMatch(/^ +svc_live_\w+$/m);
      },
      300_000,
    );
  });

  function started(command: string): Promise<string> {
    return runUntilReady(command, /^Listening on http/m, async (url) => {
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    });
  }
});
