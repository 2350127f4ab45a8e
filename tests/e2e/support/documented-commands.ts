import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@stablecoin/event-sourcing/testing';
import { freePort } from '../../../infra/local/ports';
import { fencesOf, type Fence } from './markdown';
import { filesNamed, ROOT, textOf } from './repository';

const SHELLS = ['sh', 'bash', 'zsh', 'shell', 'console'];
const STARTED_WITHIN_MS = 180_000;
const STOPPED_WITHIN_MS = 60_000;

/** A fence of commands for a shell, in a document. */
export interface ShellFence extends Fence {
  readonly file: string;
}

export function isShellFence({ language }: Fence): boolean {
  return SHELLS.includes(language);
}

/** Every fence of commands in every document of the repository. */
export function shellFences(): readonly ShellFence[] {
  return filesNamed(/\.md$/).flatMap((file) =>
    fencesOf(textOf(file))
      .filter(isShellFence)
      .map((fence) => ({ ...fence, file })),
  );
}

/** The commands of a fence, one on each line, without their comments. */
export function commandsOf({ text }: Fence): readonly string[] {
  const lines = text.replaceAll('\\\n', ' ').split('\n');
  return lines.map((line) => line.replace(/(?:^|\s+)#\s.*$/, '').trim()).filter((line) => line !== '');
}

/** The commands of the fences that are marked `starts`, each once. */
export function startingCommands(): readonly string[] {
  const fences = shellFences().filter(({ words }) => words.includes('starts'));
  return [...new Set(fences.flatMap(commandsOf))];
}

/**
 * Runs a command as its reader does, on a port and a data folder of its own, until it shows that it is ready; then
 * presses Ctrl-C, and waits for the end of everything that it has started.
 *
 * @param ready - what the command prints then
 * @param check - is given the URL of the API, and what the command has printed
 * @returns what the command has printed
 * @throws Error with the output when it ends before, or one of both takes too long
 */
export async function runUntilReady(
  command: string,
  ready: RegExp,
  check: (url: string, output: string) => Promise<void>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'stablecoin-payments-command-'));
  const port = await freePort();
  const environment = { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn' };
  // A process group of its own, as in a terminal: Ctrl-C reaches all of it.
  const child = spawn('bash', ['-c', command], { cwd: ROOT, env: environment, detached: true });
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const press = (signal: NodeJS.Signals): void => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, signal);
  };
  const tooLong = setTimeout(() => press('SIGKILL'), STARTED_WITHIN_MS + STOPPED_WITHIN_MS);
  try {
    await eventually(() => ready.test(output) || child.exitCode !== null, { withinMs: STARTED_WITHIN_MS });
    if (!ready.test(output)) throw new Error(`it ended with exit code ${child.exitCode}`);
    await check(`http://127.0.0.1:${port}`, output);
  } catch (error) {
    throw new Error(`${command}: ${String(error)}; it printed:\n${output}`, { cause: error });
  } finally {
    press('SIGINT');
    await closed;
    clearTimeout(tooLong);
    rmSync(folder, { recursive: true, force: true });
  }
  return output;
}
