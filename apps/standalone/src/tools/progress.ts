import type { Output } from './output';

const BAR_WIDTH = 30;
/** Maximum progress lines in a log. */
const LINES = 10;

/** Shows how far one thing has come: a bar that moves on a terminal, a line per tenth elsewhere. */
export class Progress {
  #shown = -1;

  /** @param label - what is in progress */
  constructor(
    private readonly output: Output,
    private readonly label: string,
  ) {}

  /** @param total - what `done` is at the end; at least 1 */
  at(done: number, total: number): void {
    const steps = this.output.isTTY === true ? 100 : LINES;
    const step = Math.floor((steps * done) / total);
    if (step === this.#shown) return;
    this.#shown = step;
    const percent = `${Math.floor((100 * done) / total)} %`;
    if (this.output.isTTY !== true) {
      this.output.write(`${this.label}: ${percent} (position ${done} of ${total})\n`);
      return;
    }
    const filled = Math.floor((BAR_WIDTH * done) / total);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    this.output.write(`\r${this.label} ${bar} ${percent.padStart(5)}`);
  }

  /** Says how it ended, in the place of the bar. */
  end(text: string): void {
    const clear = this.output.isTTY === true ? '\r\u001B[K' : '';
    this.output.write(`${clear}${this.label}: ${text}\n`);
  }
}
