import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWithAnvil } from '@stablecoin/chains/testing';
import type { DeadLetter } from '@stablecoin/messaging';
import { startStandalone } from '@stablecoin/standalone';
import { commandsOf, isShellFence, runUntilReady, shellFences, startingCommands } from '../support/documented-commands';
import { ensureBuilt } from '../support/ensure-built';
import { fencesOf, sectionOf } from '../support/markdown';
import { filesNamed, ROOT, textOf } from '../support/repository';

/** What a fence of commands has to say of itself, behind its language. */
const MARKS = ['run', 'starts', 'tools', 'unrun'];
const HOW_TO_MARK = `mark the fence of commands:
  "sh run"     docs.e2e.ts runs it, in the order of the page, against a service that was just started
  "sh starts"  each line is a command that prints an address and runs until Ctrl-C; a test starts it
  "sh tools"   each line is a tool for the data folder of a stopped service; a test runs it, and fills <id> and <service> in
  "sh unrun"   no test runs it, and its section says so: "No test runs ..."`;
/** A command that starts every test, this one too. */
const RUNS_THE_TESTS = 'npm test';
/** A line of a fence that is no fence of commands, but has one. */
const IS_COMMAND = /^(?:\$ )?(?:[A-Z_]+=\S+ )*(?:npm|npx|node|docker|curl|openssl) /m;
/** Needs servers: tests/stack/commands.e2e.ts starts it. */
const IS_STACK = /^npm run stack\b/;

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

  it('are in a section that says so when no test runs them', () => {
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

describe('a tool for the data of a stopped service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-tools-'));
  const tools = shellFences()
    .filter(({ words }) => words.includes('tools'))
    .flatMap(commandsOf);
  /** What was printed so far: the key that is revoked is one that was created. */
  let printed = '';
  const filledIn = (command: string): string => {
    const id = command.includes('keys') ? (/\bkey_\w+/.exec(printed)?.[0] ?? '') : 'payment/req_1';
    return command.replace('<id>', id).replace('<service>', 'payment');
  };

  beforeAll(async () => {
    ensureBuilt();
    const service = await startStandalone({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'error' });
    for (const id of ['1', '2']) await service.runtime.deadLetters.add(givenUp(`req_${id}`, `pay_${id}`));
    await service.stop();
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // In the order of the page: what lies in the data when one begins is what the one before has left.
  it.each(tools)(
    '%s',
    async (command) => {
      const environment = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'warn' };
      const { stdout } = await promisify(execFile)('bash', ['-c', filledIn(command)], { cwd: ROOT, env: environment });
      expect(stdout).toMatch(/\S/);
      printed += stdout;
    },
    60_000,
  );
});

/** A payment that a service has given up before it began. */
function givenUp(messageId: string, paymentId: string): Omit<DeadLetter, 'id'> {
  const data = {
    ...{ paymentId, to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '12500000', currency: 'USDC' },
    ...{ chain: 'auto', candidates: ['base'], from: null, memo: null, compliance: 'auto', complianceRef: null },
    ...{ countryCode: null, idempotencyKey: null },
  } as const;
  const about = {
    time: Date.now(),
    account: 'acme',
    livemode: false,
    correlationId: messageId,
    causationId: messageId,
  };
  const message = { ...about, id: messageId, type: 'payment.InitiatePayment', key: paymentId, data } as const;
  const failure = { cause: 'Error: disk is full', attempts: 8, failedAt: Date.now() };
  return { consumer: 'payment', topic: 'payment.commands.v1', message, ...failure };
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
