const CHAINS = ['base', 'ethereum', 'solana'] as const;
/** Who pays: the treasury, a wallet within its limit, or a wallet above it with what its owners have signed. */
const PAYERS = ['treasury', 'wallet', 'owners'] as const;
const KEYS = ['key', 'no_key'] as const;
/** Where a payment was when the backup was made. */
const STAGES = [
  'accepted',
  'initiated',
  'in_review',
  'routed',
  'approval_requested',
  'one_of_two_approvals',
  'reserved',
  'broadcast',
  'assembled',
  'authorized',
  'settled_not_final',
  'asked_again',
] as const;
/** What the old service did with it between the backup and its end. */
const INTERVALS = ['paid', 'paid_by_second_submission', 'ended_and_ordered_again', 'nothing_sent'] as const;

/** One combination of the matrix of protocol rules 34 to 37. */
export interface Cell {
  readonly chain: (typeof CHAINS)[number];
  readonly payer: (typeof PAYERS)[number];
  readonly key: (typeof KEYS)[number];
  readonly stage: (typeof STAGES)[number];
  readonly interval: (typeof INTERVALS)[number];
}

/** Cells with the same chain, key and interval, whose payments are in one backup. */
export type Group = readonly [Cell, ...Cell[]];

const ALL: readonly Cell[] = PAYERS.flatMap((payer) =>
  (payer === 'treasury' ? CHAINS : (['base'] as const)).flatMap((chain) =>
    KEYS.flatMap((key) =>
      INTERVALS.flatMap((interval) => STAGES.map((stage) => ({ chain, payer, key, stage, interval }))),
    ),
  ),
);

/** Where none are selected: every stage, on each kind of chain with another lost interval; and some stages of wallets. */
const SAMPLE =
  'base/key/*/nothing_sent,solana/key/*/ended_and_ordered_again,wallet/key/reserved/nothing_sent,owners/key/authorized/paid,owners/key/settled_not_final/nothing_sent,owners/key/asked_again/paid';

/** Wallets are on Base. */
export function nameOf({ chain, payer, key, stage, interval }: Cell): string {
  return [payer === 'treasury' ? chain : payer, key, stage, interval].join('/');
}

/** Why a cell cannot happen; undefined where it can. */
export function senselessness({ chain, payer, stage, interval }: Cell): string | undefined {
  if (stage === 'asked_again') {
    if (payer !== 'owners') return 'only what owners have signed is signed again by them';
    return interval === 'ended_and_ordered_again' ? SETTLED : undefined;
  }
  if (payer === 'wallet' && APPROVED.has(stage))
    return 'a payment within the limit of its wallet waits for no approval';
  if (stage !== 'settled_not_final' || interval === 'paid') return undefined;
  if (chain === 'solana') return 'a payment on Solana settles when it is final';
  return interval === 'ended_and_ordered_again' ? SETTLED : undefined;
}

const SETTLED = 'a payment that has settled never fails';

const APPROVED: ReadonlySet<Cell['stage']> = new Set(['approval_requested', 'one_of_two_approvals']);

/** Whether a payment that is not found may still be made, by what the owners of its wallet have signed. */
export function isInDoubt(cell: Cell): boolean {
  return cell.payer === 'owners' || (cell.payer === 'wallet' && !isSigned(cell));
}

/** Whether a payment was signed at the backup: then it is proven to have failed where no chain has it. */
export function isSigned({ stage }: Pick<Cell, 'stage'>): boolean {
  return stage === 'authorized' || stage === 'assembled' || stage === 'broadcast';
}

/** Whether a payment had settled at the backup: an acceptance leaves it settled, and does not count it. */
export function hasSettled({ stage }: Cell): boolean {
  return stage === 'settled_not_final' || stage === 'asked_again';
}

/** Whether owners are asked at the backup to sign a settled payment again (protocol rule 43). */
export function isAskedAgain({ stage }: Pick<Cell, 'stage'>): boolean {
  return stage === 'asked_again';
}

/** Whether the old service has made the payment, so that nothing may be made for it again. */
export function isMade({ interval }: Cell): boolean {
  return interval === 'paid' || interval === 'paid_by_second_submission';
}

/** Whether the backup has an order without a key and no payment of it: nothing can be recognized by it. */
export function isForgotten({ stage, key }: Cell): boolean {
  return stage === 'accepted' && key === 'no_key';
}

/**
 * The cells that patterns select, such as `solana/key/authorized/*`, separated by commas; `all` is every one.
 *
 * @throws Error when they select none
 */
export function cellsOf(pattern: string = SAMPLE): readonly Cell[] {
  const patterns = (pattern === 'all' ? '*/*/*/*' : pattern).split(',').map((each) => each.trim().split('/'));
  const cells = ALL.filter((cell) => {
    const name = nameOf(cell).split('/');
    return patterns.some((parts) => parts.length === name.length && parts.every((p, i) => p === '*' || p === name[i]));
  });
  if (cells.length === 0) throw new Error(`no cell of a restore is ${pattern}: ${ALL.map(nameOf).join(', ')}`);
  return cells;
}

/** What has settled is final a few blocks later, and a message to the treasury holds those behind it up. */
const ALONE: ReadonlySet<Cell['stage']> = new Set(['routed', 'settled_not_final']);

/** Cells that one backup can hold. */
export function groupsOf(cells: readonly Cell[]): readonly Group[] {
  const groups = new Map<string, [Cell, ...Cell[]]>();
  for (const cell of cells) {
    const { chain, payer, key, stage, interval } = cell;
    const name = [chain, payer, key, interval, ALONE.has(stage) ? stage : ''].join();
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [cell]);
    else group.push(cell);
  }
  return [...groups.values()];
}
