/** Reads a sanctions list as the compliance service does, and says what that cost everything else in the process. */
import { createReadStream } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readList } from '@stablecoin/compliance';
import { answerParent } from '../processes/answer-parent';

const SAMPLE_MS = 10;
const NS_PER_MS = 1e6;

/** What reading a list has cost. */
export interface ListReading {
  readonly seconds: number;
  readonly addresses: number;
  /** Resident memory above what the process had before, at its highest, in bytes. */
  readonly memoryBytes: number;
  /** The longest that other work had to wait, in milliseconds. */
  readonly delayMs: number;
}

answerParent(async (path: string): Promise<ListReading> => {
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), SAMPLE_MS);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  const { addresses } = await readList(createReadStream(path));
  const seconds = (performance.now() - start) / 1_000;
  delay.disable();
  clearInterval(timer);
  return { seconds, addresses: addresses.length, memoryBytes: highest - before, delayMs: delay.max / NS_PER_MS };
});
