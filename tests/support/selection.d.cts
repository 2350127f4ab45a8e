/** What a test file says of itself. */
interface Marks {
  readonly needs: readonly string[];
  /** Seconds; 0 where nothing is said. */
  readonly slow: number;
  readonly once: boolean;
  readonly checks: boolean;
}

declare const selection: {
  readonly NEEDS: Readonly<Record<string, string>>;
  readonly PARTS: Readonly<
    Record<'checks' | 'unit' | 'unitSlow' | 'e2eBuilt' | 'e2eInProcess' | 'e2eNewestNode' | 'stack', unknown>
  >;
  readonly filesOf: (part: keyof typeof selection.PARTS) => readonly string[];
  readonly marksOf: (path: string) => Marks;
  readonly testFiles: (kind: 'spec' | 'e2e') => readonly string[];
};
export = selection;
