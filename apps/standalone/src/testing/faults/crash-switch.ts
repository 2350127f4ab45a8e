import { appendFileSync } from 'node:fs';
import { CRASH_POINTS, LIVE_CRASH_POINTS, nameOf, type CrashPoint, type Moment } from './crash-points';

/** Where to kill the process: at the so-manieth time that a point is passed. */
export interface CrashAt {
  readonly point: CrashPoint;
  /** From 1. */
  readonly time: number;
}

/**
 * Reads `CRASH_AT`: the name of a point, and which time it is passed, as in `before append PaymentAuthorized#3`.
 *
 * @throws Error that says what it takes
 */
export function parseCrashAt(text: string): CrashAt {
  const [, name, time] = /^(.+?)(?:#([1-9]\d{0,5}))?$/.exec(text) ?? [];
  const point = [...CRASH_POINTS, ...LIVE_CRASH_POINTS].find((each) => nameOf(each) === name);
  if (point === undefined) throw new Error(`CRASH_AT: got "${text}", takes a point of \`npm run crash -- --points\``);
  return { point, time: Number(time ?? 1) };
}

/** Kills the process at one point, as `kill -9` would: nothing is flushed, nothing is told. */
export class CrashSwitch {
  readonly #passed = new Map<string, number>();

  /**
   * @param at - null: nowhere
   * @param trace - a file that gets a line for each point when it is first passed; null: none
   */
  constructor(
    private readonly at: CrashAt | null,
    private readonly trace: string | null,
  ) {}

  /** Does a step of the service's work, which may be several at once, with the points around it. */
  async around<T>(steps: readonly string[], work: () => Promise<T>): Promise<T> {
    this.pass('before', steps);
    const result = await work();
    this.pass('after', steps);
    return result;
  }

  /** Whether the process may end right behind one of these steps. */
  killsAfter(steps: readonly string[]): boolean {
    return this.at?.point.moment === 'after' && steps.includes(this.at.point.name);
  }

  pass(moment: Moment, steps: readonly string[]): void {
    for (const step of steps) this.#pass(nameOf({ moment, name: step }));
  }

  #pass(name: string): void {
    const times = (this.#passed.get(name) ?? 0) + 1;
    this.#passed.set(name, times);
    if (times === 1 && this.trace !== null) appendFileSync(this.trace, `${name}\n`);
    if (this.at !== null && times === this.at.time && name === nameOf(this.at.point)) {
      process.kill(process.pid, 'SIGKILL');
    }
  }
}
