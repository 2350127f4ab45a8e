import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from '../../infra/local/stack/program';

const LOOK_EVERY_MS = 50;

/** A command that runs in a container. */
export class Container {
  /** @param program - `buildah run`: it starts the command as a child of its own helpers, and ends with its exit code */
  constructor(private readonly program: Program) {}

  get hasEnded(): boolean {
    return this.program.hasEnded;
  }

  /** The user that the command runs as; undefined before it has started, and after it has ended. */
  get userId(): number | undefined {
    const pid = this.#command();
    if (pid === undefined) return undefined;
    const [, id] = /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(id);
  }

  /** @throws Error with the end of its log when it ends before, or takes too long */
  until(isReady: () => Promise<boolean>, withinMs: number): Promise<void> {
    return this.program.until(isReady, withinMs);
  }

  /** @returns its exit code, when it has ended; null when a signal ended it */
  async ended(): Promise<number | null> {
    await this.program.ended();
    return this.program.exitCode;
  }

  /**
   * Sends SIGTERM to the command, as an engine does, and SIGKILL when it takes too long. `buildah run` itself does not pass
   * SIGTERM on: it kills the command.
   *
   * @returns its exit code
   */
  async stop(withinMs: number): Promise<number | null> {
    const deadline = performance.now() + withinMs;
    const pid = this.#command();
    if (pid !== undefined) process.kill(pid, 'SIGTERM');
    while (!this.program.hasEnded && performance.now() < deadline) await pause(LOOK_EVERY_MS);
    await this.program.stop(withinMs);
    return this.program.exitCode;
  }

  /** The process below `buildah run` whose program is a file of the container; those of its helpers are not. */
  #command(): number | undefined {
    const below = [this.program.pid];
    for (const parent of below) {
      const children = childrenOf(parent);
      const command = children.find(isInContainer);
      if (command !== undefined) return command;
      below.push(...children);
    }
    return undefined;
  }
}

function isInContainer(pid: number): boolean {
  try {
    const root = readlinkSync(`/proc/${pid}/root`);
    return root !== '/' && readlinkSync(`/proc/${pid}/exe`).startsWith(`${root}/`);
  } catch {
    return false; // It has ended.
  }
}

function childrenOf(parent: number): number[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.filter((pid) => parentOf(pid) === parent).map(Number);
}

function parentOf(pid: string): number | undefined {
  try {
    const [, parent] = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return Number(parent);
  } catch {
    return undefined; // It has ended.
  }
}
