import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from './compose-file';

const SCRIPT = join('infra', 'docker', 'make-env.mjs');

describe('make-env.mjs', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-env-'));
    cpSync(join(ROOT, SCRIPT), join(folder, SCRIPT));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** @param docker - a shell script that takes the place of the program */
  function run(docker: string, environment: Readonly<Record<string, string>> = {}) {
    const programs = join(folder, 'programs');
    mkdirSync(programs, { recursive: true });
    writeFileSync(join(programs, 'docker'), `#!/bin/sh\n${docker}\n`, { mode: 0o755 });
    const PATH = [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, SCRIPT)], {
      encoding: 'utf8',
      env: { PATH, ...environment },
    });
    return { status, stdout, stderr };
  }

  const volumes = (...names: readonly string[]): string =>
    `case "$1" in volume) printf '%s\\n' ${names.join(' ')};; ps) echo 0a1b2c;; esac`;

  function written(): string {
    return readFileSync(join(folder, '.env'), 'utf8');
  }

  it('writes secrets of its own, and shows the key', () => {
    const { status, stdout } = run(volumes('other_postgres', 'stablecoin-payments_grafana'));
    expect(status).toBe(0);
    const [key = ''] = /svc_test_\w+/.exec(stdout) ?? [];
    expect(written()).toContain(`BOOTSTRAP_API_KEYS=${key}:acme:scale\n`);
  });

  it('writes none beside the volumes of an earlier one, and says how to keep or to delete them', () => {
    const [stack, pair] = ['stablecoin-payments_postgres', 'stablecoin-payments-pair_postgres'];
    const { status, stderr } = run(volumes(stack, pair));
    expect(status).toBe(1);
    expect(stderr).toContain(`put that .env back as ${join(folder, '.env')}`);
    expect(stderr).toContain(`docker rm --force 0a1b2c && docker volume rm ${stack} ${pair}\n`);
    expect(written).toThrow('ENOENT');
  });

  it('looks for the volumes of the project that is named', () => {
    expect(run(volumes('trial_eventstore'), { COMPOSE_PROJECT_NAME: 'trial' }).status).toBe(1);
    expect(run(volumes('stablecoin-payments_postgres'), { COMPOSE_PROJECT_NAME: 'trial' }).status).toBe(0);
  });

  it('says that it has not looked, where Docker does not answer', () => {
    const { status, stdout } = run('exit 1');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Docker does not answer here/);
  });

  it('keeps the file that is there', () => {
    writeFileSync(join(folder, '.env'), 'SECRETS_KEY=theirs\n');
    expect(run(volumes()).status).toBe(1);
    expect(written()).toBe('SECRETS_KEY=theirs\n');
  });
});
