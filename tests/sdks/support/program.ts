import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ROOT } from '../../e2e/support/repository';

/** How a program of an SDK is started, from the root of the repository. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end.
 *
 * @param onLine - is given each line of its standard output as soon as it is there
 * @returns these lines
 * @throws Error with what it wrote to its standard error when it does not end with 0
 */
export async function runProgram(
  { command, args, environment: own = {} }: Program,
  environment: Readonly<Record<string, string>>,
  onLine: (line: string) => void = () => undefined,
): Promise<readonly string[]> {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...own, ...environment },
  });
  const lines: string[] = [];
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    onLine(line);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}, after "${lines.at(-1) ?? ''}":\n${said}`);
  return lines;
}
