/**
 * @needs own-service
 * @slow 38
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWithAnvil } from '@stablecoin/chains/testing';
import type { DeadLetter } from '@stablecoin/messaging';
import { startStandalone } from '@stablecoin/standalone';
import { commandsOf, runUntilReady, shellFences, startingCommands } from '../support/documented-commands';
import { ensureBuilt } from '../support/ensure-built';
import { ROOT } from '../support/repository';

/** Needs servers: tests/stack/commands.e2e.ts starts it. */
const IS_STACK = /^npm run stack\b/;

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
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // In the order of the page: what lies in the data when one begins is what the one before has left.
  it.each(tools)('%s', async (command) => {
    const environment = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'warn' };
    const { stdout } = await promisify(execFile)('bash', ['-c', filledIn(command)], { cwd: ROOT, env: environment });
    expect(stdout).toMatch(/\S/);
    printed += stdout;
  });
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
  const commands = startingCommands().filter((command) => !IS_STACK.test(command));
  const withChains = commands.filter((command) => command.includes('CHAINS=local'));

  beforeAll(ensureBuilt);

  it.each(commands.filter((command) => !withChains.includes(command)))('%s', async (command) => {
    expect(await started(command)).toMatch(/^ +svc_test_\w+$/m);
  });

  describeWithAnvil('with local chains', () => {
    it.each(withChains)('%s', async (command) => {
      expect(await started(command)).toMatch(/^ +svc_live_\w+$/m);
    });
  });

  function started(command: string): Promise<string> {
    return runUntilReady(command, /^Listening on http/m, async (url) => {
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    });
  }
});
