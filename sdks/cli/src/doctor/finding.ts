export type Verdict = 'ok' | 'warn' | 'fail';

/** What was found out about one part. */
export interface Finding {
  readonly verdict: Verdict;
  readonly part: string;
  readonly text: string;
  /** What to do. */
  readonly advice?: string;
}

export const ok = (part: string, text: string): Finding => ({ verdict: 'ok', part, text });
export const warn = (part: string, text: string, advice: string): Finding => ({ verdict: 'warn', part, text, advice });
export const fail = (part: string, text: string, advice: string): Finding => ({ verdict: 'fail', part, text, advice });
