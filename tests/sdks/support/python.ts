import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeUnlessMissing } from '@stablecoin/event-sourcing/testing';
import { ROOT } from '../../e2e/support/repository';

/** The folder of the Python SDK. */
export const PYTHON_SDK = join(ROOT, 'sdks', 'python');

const ENVIRONMENT = join(PYTHON_SDK, '.venv');
/** The interpreter that has the SDK and everything that its tests need. */
export const PYTHON = join(ENVIRONMENT, 'bin', 'python');
const STAMP = join(ENVIRONMENT, 'installed');
const CHECK = 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 10))';

/** Describes what needs Python 3.10 or newer with its module venv; see {@link describeUnlessMissing}. */
export function describeWithPython(name: string, tests: () => void): void {
  const isThere = spawnSync('python3', ['-c', CHECK]).status === 0;
  describeUnlessMissing(name, isThere ? undefined : 'Python 3.10 or newer with venv is missing', tests);
}

/** Makes the environment of the SDK from its pinned requirements, unless it is there already. */
export function installPythonSdk(): void {
  const version = execFileSync('python3', ['-c', 'import sys; print(sys.version)'], { encoding: 'utf8' });
  const inputs = ['requirements.txt', 'pyproject.toml'].map((name) => readFileSync(join(PYTHON_SDK, name), 'utf8'));
  const wanted = createHash('sha256')
    .update([version, ...inputs].join('\0'))
    .digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return;
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  inSdk('python3', '-m', 'venv', ENVIRONMENT);
  inSdk(PYTHON, '-m', 'pip', 'install', '--quiet', '--require-hashes', '--requirement', 'requirements.txt');
  inSdk(PYTHON, '-m', 'pip', 'install', '--quiet', '--no-deps', '--no-build-isolation', '--editable', '.');
  writeFileSync(STAMP, wanted);
}

/**
 * Runs a module of the environment in the folder of the SDK.
 *
 * @returns what it printed
 * @throws Error with what it printed when it does not end with 0
 */
export function runPythonModule(...args: readonly string[]): string {
  return inSdk(PYTHON, '-m', ...args);
}

function inSdk(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: PYTHON_SDK, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
