/** Where a payment was when the backup was made. */
export const STAGES = ['initiated', 'awaiting_approval', 'reserved', 'authorized', 'broadcast'] as const;
/** What the old service did with it between the backup and its end. */
export const INTERVALS = ['paid', 'ended_and_ordered_again', 'nothing_sent'] as const;
const CHAINS = ['base', 'solana'] as const;
const KEYS = ['key', 'no_key'] as const;

export interface Cell {
  readonly chain: (typeof CHAINS)[number];
  readonly key: (typeof KEYS)[number];
  readonly stage: (typeof STAGES)[number];
  readonly interval: (typeof INTERVALS)[number];
}

export function nameOf({ chain, key, stage, interval }: Cell): string {
  return [chain, key, stage, interval].join('/');
}

/** Every cell of the matrix. */
export const ALL_CELLS: readonly Cell[] = CHAINS.flatMap((chain) =>
  KEYS.flatMap((key) => STAGES.flatMap((stage) => INTERVALS.map((interval) => ({ chain, key, stage, interval })))),
);

/**
 * The cells that a pattern selects, such as `solana/key/authorized/*`, several of them separated by commas.
 *
 * @throws Error when it selects none
 */
export function cellsOf(pattern: string): readonly Cell[] {
  const patterns = pattern.split(',').map((each) => each.trim().split('/'));
  const cells = ALL_CELLS.filter((cell) => {
    const name = nameOf(cell).split('/');
    return patterns.some((parts) => parts.length === name.length && parts.every((p, i) => p === '*' || p === name[i]));
  });
  if (cells.length === 0) throw new Error(`no cell of a restore is ${pattern}: ${ALL_CELLS.map(nameOf).join(', ')}`);
  return cells;
}
