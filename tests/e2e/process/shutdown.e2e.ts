/** @needs own-service */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api, type ApiResponse } from '../support/api';
import { keyOf } from '../support/accounts';
import { BuiltService } from '../support/built-service';
import { testEnvironment } from '../support/test-environment';

const PAYMENT = { to: '0x52908400098527886E0F7030069857D2E4169EE7', amount: '1.00' };

/** Starts the built service itself, because it ends it. */
describe('A graceful shutdown', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-shutdown-'));
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

  it('answers every request that is under way, ends with 0 and without a warning, and loses nothing', async () => {
    const lines: string[] = [];
    const environment = { ...testEnvironment(), LOG_LEVEL: 'warn' };
    const service = await BuiltService.start({ dataFolder, environment, onOutput: (text) => lines.push(text) });
    const key = keyOf('payments', 'enterprise');
    const api = new Api(service.url, key);

    const answers: ApiResponse[] = [];
    let refused = 0;
    let ended: Promise<number | null> | undefined;
    const clients = Array.from({ length: 8 }, async () => {
      while (refused < 8) {
        // A connection that is refused is no answer: the service does not listen any more.
        const answer = await api.post('/payments', PAYMENT).catch(() => undefined);
        if (answer === undefined) refused++;
        else answers.push(answer);
        if (answers.length >= 20) ended ??= service.end();
      }
    });
    await Promise.all(clients);

    expect(await ended).toBe(0);
    expect(
      lines
        .join('')
        .split('\n')
        // An unpatched Node, which tests may run on, is warned of at the start.
        .filter((line) => line.startsWith('{') && !line.includes('CVE-2026-111497')),
    ).toEqual([]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));

    const again = await BuiltService.start({ dataFolder, environment });
    try {
      const after = new Api(again.url, key);
      for (const { body } of answers) expect((await after.get(`/payments/${String(body['id'])}`)).body).toEqual(body);
    } finally {
      await again.end();
    }
  });
});
