/**
 * @needs own-service
 * @slow 30
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { greeting, startStandalone, type Standalone } from '@stablecoin/standalone';
import { buildSvc } from '../../sdks/support/svc';
import { ensureBuilt } from '../support/ensure-built';
import { fencesOf, type Fence } from '../support/markdown';
import { filesNamed, ROOT, textOf } from '../support/repository';
import { Shell } from '../support/shell';
import { expectShown, masked } from '../support/shown-output';

const DOCUMENTS = filesNamed(/\.md$/);
const PROGRAMS: Readonly<Record<string, { readonly command: string; readonly extension: string }>> = {
  js: { command: 'node', extension: 'mjs' },
  python: { command: 'python3', extension: 'py' },
};

/** What the examples of a document take, and this machine may not have. */
const TAKES: readonly (readonly [RegExp, readonly [string, ...string[]]])[] = [
  [/^```sh run/m, ['bash', '--version']],
  [/^```python run/m, ['python3', '--version']],
  [/ --json /, ['curl', '--json', '{}', '--version']],
  [/\bcurl /, ['curl', '--version']],
  [/\bsqlite3 /, ['sqlite3', '--version']],
  [/\bopenssl /, ['openssl', 'version']],
];

const isRun = ({ words }: Fence): boolean => words.includes('run');
/** Its requests are answered with an HTTP error, every one of them. */
const isRefused = ({ words }: Fence): boolean => words.includes('refused');

/** What the command before it prints; of JSON behind `some`, a part. */
const isShown = ({ words }: Fence): boolean => words.length === 0 || words.includes('some');

/** Each document gets a service of its own, started for the first time, as its reader has one: here, never elsewhere. */
describe('The examples of a document', () => {
  let folder: string;
  let backup: string;
  let service: Standalone;
  let shells: Shell[];

  beforeAll(ensureBuilt);
  beforeAll(buildSvc);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-docs-data-'));
    backup = mkdtempSync(join(tmpdir(), 'stablecoin-payments-docs-backup-'));
    service = await startStandalone({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' });
    shells = [];
  });

  afterEach(async () => {
    for (const shell of shells) await shell.close();
    await service.stop();
    for (const each of [folder, backup]) rmSync(each, { recursive: true, force: true });
  });

  const firstKey = (): string => service.firstApiKey ?? '';

  /** What its reader puts in: the key and the address that the service has shown. */
  const filledIn = (script: string): string =>
    script.replaceAll('svc_test_…', firstKey()).replaceAll('http://127.0.0.1:3000', service.url);

  function openShell(): Shell {
    const environment = {
      ...{ BASE_URL: service.url, API_KEY: firstKey(), RECEIVER_PORT: '0' },
      ...{ DATA_DIR: folder, BACKUP: backup },
    };
    const shell = new Shell({ folder: ROOT, environment });
    shells.push(shell);
    return shell;
  }

  for (const file of DOCUMENTS.filter((each) => fencesOf(textOf(each)).some(isRun))) {
    const missing = missingFor(textOf(file));
    const run = missing === undefined ? it : it.skip;
    const because = missing === undefined ? '' : ` (skipped: there is no "${missing}" here)`;
    run(`runs as it stands, in its order: ${file}${because}`, () => runDocument(file));
  }

  async function runDocument(file: string): Promise<void> {
    const shell = openShell();
    let background: Shell | undefined;
    let seen = 0;
    const expectWritten = (shown: Fence): Promise<unknown> =>
      eventually(() => {
        const output = background?.written() ?? '';
        expectShown(output.slice(seen), shown);
        seen = output.length;
        return true;
      });

    const fences = fencesOf(textOf(file));
    for (const [index, fence] of fences.entries()) {
      const next = fences[index + 1];
      const shown = next?.adjacent === true && isShown(next) ? next : undefined;
      try {
        if (isRun(fence) && fence.words.includes('background')) {
          background = openShell();
          background.start(filledIn(fence.text));
          if (shown !== undefined) await expectWritten(shown);
        } else if (isRun(fence)) {
          const script = filledIn(scriptOf(fence));
          const output = await shell.run(isRefused(fence) ? `export REFUSED=1\n${script}\nunset REFUSED` : script);
          if (shown !== undefined) expectShown(output, shown);
        } else if (fence.words.includes('background')) {
          await expectWritten(fence);
        } else if (fence.words.includes('greeting')) {
          expect(masked(greeting(service))).toContain(masked(fence.text));
        }
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(`${file}, line ${fence.line}: ${message}`, { cause: error });
      }
    }
  }
});

/** The first thing that the examples of a document take and this machine does not have. */
function missingFor(markdown: string): string | undefined {
  const missing = TAKES.find(
    ([pattern, [program, ...args]]) => pattern.test(markdown) && spawnSync(program, args).status !== 0,
  );
  return missing?.[1].join(' ');
}

/** A program in another language is saved as a file and run, as its reader would. */
function scriptOf({ language, text, line }: Fence): string {
  if (language === 'sh') return text;
  const program = PROGRAMS[language];
  if (program === undefined) throw new Error(`nothing is known to run ${language}`);
  const file = `$HOME/example-${line}.${program.extension}`;
  return `cat > "${file}" <<'END OF EXAMPLE'\n${text}\nEND OF EXAMPLE\n${program.command} "${file}"`;
}
