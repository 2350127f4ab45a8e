import type { Log, Meter } from '../ports';

/** A log that keeps its lines, for tests of what is said. */
export class RecordingLog implements Log {
  readonly lines: { readonly level: keyof Log; readonly fields: object; readonly message: string }[] = [];

  info(fields: object, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }

  warn(fields: object, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }

  error(fields: object, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }

  /** The messages of one level, in order. */
  messages(level: keyof Log): string[] {
    return this.lines.filter((line) => line.level === level).map(({ message }) => message);
  }
}

/** A meter that keeps its counts, for tests of what is counted. */
export class RecordingMeter implements Meter {
  readonly #counts = new Map<string, number>();
  readonly #gauges = new Map<string, () => number | Promise<number>>();

  count(name: string, _labels?: Readonly<Record<string, string>>, by = 1): void {
    this.#counts.set(name, this.counted(name) + by);
  }

  gauge(name: string, _labels: Readonly<Record<string, string>>, read: () => number | Promise<number>): void {
    this.#gauges.set(name, read);
  }

  observe(name: string): void {
    this.count(name);
  }

  /** A counter, over all labels; for a histogram how often it was observed. */
  counted(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** What a gauge says now. */
  read(name: string): number | Promise<number> | undefined {
    return this.#gauges.get(name)?.();
  }
}
