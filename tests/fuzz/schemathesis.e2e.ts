/**
 * @once
 * @slow 26
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnlessMissing } from '@stablecoin/event-sourcing/testing';
import { useService } from '../e2e/support/service';

const run = promisify(execFile);
const FOLDER = join(__dirname, 'schemathesis');
/** Made by infra/scripts/install-servers.sh. */
const PROGRAM = join(FOLDER, '.venv', 'bin', 'schemathesis');
/** Requests to each operation in each phase; `SCHEMATHESIS_EXAMPLES=200` looks longer. */
const EXAMPLES = process.env['SCHEMATHESIS_EXAMPLES'] ?? '6';
/** `SCHEMATHESIS_SEED=1234` sends other requests, the same each time. */
const SEED = process.env['SCHEMATHESIS_SEED'] ?? '1';

const MISSING = existsSync(PROGRAM)
  ? undefined
  : 'Schemathesis is missing: infra/scripts/install-servers.sh installs it';

describeUnlessMissing('Schemathesis', MISSING, () => {
  const service = useService();

  it('finds no answer that the OpenAPI document does not have, and no request that is falsely accepted or refused', async () => {
    const api = service.api.as('fuzz');
    const arguments_ = [
      ...['--config-file', join(FOLDER, 'schemathesis.toml'), 'run', `${api.baseUrl}/openapi.json`],
      ...['--header', `Authorization: Bearer ${String(api.key)}`, '--max-examples', EXAMPLES],
      // With more workers Hypothesis and CPython 3.11 fail each other now and then.
      ...[
        '--phases',
        'examples,fuzzing',
        '--workers',
        '1',
        '--request-timeout',
        '20',
        '--generation-allow-x00',
        'false',
        '--no-shrink',
      ],
      ...['--exclude-path', '/docs', '--warnings', 'off', '--seed', SEED],
    ];
    const environment = { ...process.env, SCHEMATHESIS_HOOKS: 'hooks', PYTHONDONTWRITEBYTECODE: '1' };
    const said = await run(PROGRAM, arguments_, { cwd: FOLDER, env: environment }).then(
      ({ stdout }) => ({ failed: false, stdout }),
      (error: unknown) => ({ failed: true, stdout: (error as { stdout?: string }).stdout ?? String(error) }),
    );
    expect(said.failed ? said.stdout : 'no failure').toBe('no failure');
    expect(said.stdout).toMatch(/Tested: \d{2}/);
  });
});
