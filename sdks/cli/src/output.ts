import type { Page } from 'stablecoin-payments';
import type { Told } from './failure.js';
import type { Io } from './io.js';

/** The columns of a table: a heading, and what stands below it. */
export type Columns<T> = Readonly<Record<string, (row: T) => unknown>>;

/** Writes what a command has to say: tables and lines for people, JSON for programs. */
export class Output {
  constructor(
    private readonly io: Pick<Io, 'out' | 'err'>,
    readonly json: boolean,
  ) {}

  /** One object. Fields without a value are left out for people. */
  object(value: object): void {
    if (this.json) {
      this.#json(value);
      return;
    }
    const fields = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
    const width = Math.max(0, ...fields.map(([name]) => name.length));
    for (const [name, each] of fields) this.io.out(`${name.padEnd(width)}  ${cell(each)}\n`);
  }

  /** A page of a list. */
  page<T>(page: Page<T>, columns: Columns<T>): void {
    if (this.json) {
      this.#json(page);
      return;
    }
    this.table(page.data, columns);
    if (page.has_more) this.hint(`There are more: add --starting-after ${page.next_cursor ?? ''}`);
  }

  /** Rows for people. */
  table<T>(rows: readonly T[], columns: Columns<T>): void {
    if (rows.length === 0) {
      this.hint('None.');
      return;
    }
    const headings = Object.keys(columns);
    const cells = rows.map((row) => Object.values(columns).map((of) => cell(of(row))));
    const widths = headings.map((heading, place) =>
      Math.max(heading.length, ...cells.map((each) => each[place]?.length ?? 0)),
    );
    for (const each of [headings, ...cells]) {
      this.io.out(
        `${each
          .map((text, place) => text.padEnd(widths[place] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
      );
    }
  }

  /** One line of a stream: text for people, an object on one line for programs. */
  line(text: string, value: object): void {
    this.io.out(`${this.json ? JSON.stringify(value) : onOneLine(text)}\n`);
  }

  /** What is shown as it is, in either form. */
  raw(text: string): void {
    this.io.out(text);
  }

  /** Progress and advice, beside the result. */
  hint(text: string): void {
    this.io.err(`${plain(text)}\n`);
  }

  error({ message, advice, details }: Told): void {
    if (this.json) {
      const { code, ...rest } = details;
      this.io.err(`${JSON.stringify({ error: { code, message, ...rest, advice } })}\n`);
      return;
    }
    const about = Object.entries(details)
      .filter(([name, value]) => value !== undefined && name !== 'status')
      .map(([name, value]) => `${name}: ${String(value)}`);
    const isOfApi = details['status'] !== undefined;
    this.io.err(
      `Error: ${isOfApi ? onOneLine(message) : plain(message)}${isOfApi && about.length > 0 ? ` (${onOneLine(about.join(', '))})` : ''}\n`,
    );
    if (advice !== undefined) this.io.err(`${advice}\n`);
  }

  #json(value: object): void {
    this.io.out(`${JSON.stringify(value, null, 2)}\n`);
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ');
  return onOneLine(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The same without line ends, so that nothing passes for a field or a row of its own. */
function onOneLine(text: string): string {
  return plain(text).replace(/[\n\u2028\u2029]/g, '\ufffd');
}

/** Without control characters: what others have written, such as a memo, must not steer the terminal. */
export function plain(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
