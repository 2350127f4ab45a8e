import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testEnvironment } from '../e2e/support/test-environment';
import { freePort } from '../../infra/local/ports';
import { readOptions } from '../../infra/local/stack/options';
import { Stack } from '../../infra/local/stack/stack';

const ROOT = join(__dirname, '..', '..');
/** Two of each service that a request can find more than one of. */
const INSTANCES = ['--instances', 'gateway=2,payment=2,webhook=2'];
/** Of the services behind the gateway, some share a process and some do not. */
const TOGETHER = ['--together', 'wallet,compliance'];
/** Ten processes on one machine take longer than one does. */
const PATIENCE = { SCREENING_DEADLINE_MS: '6000' };

/** Starts the stack with what the end-to-end suite expects, runs the suite against it, and stops all of it. */
async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-stack-'));
  const stack = new Stack(readOptions([...INSTANCES, ...TOGETHER, '--data', folder]), (line) => console.log(line));
  let suite: ChildProcess | undefined;
  const interrupted = new Promise<never>((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(signal)));
  });
  let code = 1;
  try {
    const environment = { ...process.env, ...testEnvironment(), ...PATIENCE, PORT: String(await freePort()) };
    const url = await Promise.race([stack.start(environment), interrupted]);
    suite = runSuite(url);
    const lost = stack.ended().then((program) => Promise.reject(program.failure('ended by itself')));
    const [exitCode] = (await Promise.race([once(suite, 'exit'), lost, interrupted])) as [number | null];
    code = exitCode ?? 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  suite?.kill();
  await stack.stop();
  if (code === 0) rmSync(folder, { recursive: true, force: true });
  else console.error(`What each process has said is in ${folder}`);
  return code;
}

function runSuite(url: string): ChildProcess {
  const jest = join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [jest, '--config', join(ROOT, 'jest.e2e.config.cjs'), ...process.argv.slice(2)];
  return spawn(process.execPath, args, { stdio: 'inherit', cwd: ROOT, env: { ...process.env, BASE_URL: url } });
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
