/** Where a tool writes; `process.stdout` fits. */
export interface Output {
  /** Whether a person watches, on a terminal that can move its cursor. */
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** What a tool is given. */
export interface ToolOptions {
  /** The arguments after the tool's name. */
  readonly args: readonly string[];
  /** Read as the service reads it. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly output: Output;
  /** Asks for an early end. */
  readonly signal: AbortSignal;
}

/** What a tool ends with, as a process does. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Runs a tool as this process: its output, its exit code, and one line for what went wrong. */
export function runAsProcess(tool: (options: ToolOptions) => Promise<ExitCode>): void {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  const { env: environment, stdout: output } = process;
  tool({ args: process.argv.slice(2), environment, output, signal: interruption.signal }).then(
    (code) => process.exit(code),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(EXIT.failed);
    },
  );
}
