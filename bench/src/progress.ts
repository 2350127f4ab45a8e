/** Where progress is shown; `process.stderr` fits, since standard output is for the report. */
export interface ProgressOutput {
  /** Whether a person watches, on a terminal that can move its cursor. */
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;

/** Shows how far a measurement has come, and what it is at: a bar that moves on a terminal, two lines elsewhere. */
export class Progress {
  #done = 0;
  #steps = 1;

  constructor(
    private readonly output: ProgressOutput,
    private readonly title: string,
  ) {
    if (output.isTTY !== true) output.write(`${title} …\n`);
  }

  /** @param steps - calls of `step` to come; at least 1 */
  begin(steps: number): void {
    this.#steps = steps;
  }

  /** @param what - is being done now */
  step(what: string): void {
    this.#show(this.#done / this.#steps, what);
    this.#done = Math.min(this.#done + 1, this.#steps);
  }

  /** How far a long step has come. */
  within(what: string, done: number, total: number): void {
    this.#show((Math.max(0, this.#done - 1) + done / total) / this.#steps, what);
  }

  /** Says how it ended, in the place of the bar. */
  end(text: string): void {
    this.output.write(`${this.output.isTTY === true ? '\r\u001B[K' : ''}${this.title}: ${text}\n`);
  }

  #show(share: number, what: string): void {
    if (this.output.isTTY !== true) return;
    const filled = Math.floor(BAR_WIDTH * share);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    const percent = `${Math.floor(100 * share)} %`.padStart(5);
    this.output.write(`\r\u001B[K${this.title} ${bar} ${percent}  ${what}`);
  }
}
