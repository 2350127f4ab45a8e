import { join } from 'node:path';
import { Program } from './stack/program';
import { YOUNG_GENERATION } from './stack/services';

type Environment = Readonly<Record<string, string | undefined>>;

const SERVICE = join(__dirname, '..', '..', 'apps', 'standalone', 'dist', 'main.js');
const READY_WITHIN_MS = 60_000;

/** Starts a process of the standalone service, which need not be ready yet. Its log goes into the folder. */
export function standaloneProgram(name: string, folder: string, environment: Environment): Program {
  return new Program({
    name,
    command: process.execPath,
    args: [YOUNG_GENERATION, SERVICE],
    log: join(folder, `${name}.log`),
    environment: { ...environment, HOST: '127.0.0.1' },
  });
}

/**
 * Waits until a process of the standalone service is ready.
 *
 * @returns where the API is
 * @throws Error with the end of its log when it ends before, or takes too long
 */
export async function untilReady(program: Program, port: string): Promise<string> {
  const url = `http://127.0.0.1:${port}`;
  await program.until(async () => (await fetch(`${url}/health/ready`)).ok, READY_WITHIN_MS);
  return url;
}
