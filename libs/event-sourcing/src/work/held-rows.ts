import type { NewWork, WorkRow } from './work-list';

/** Where a list that is read page by page goes on. */
type Place = Pick<WorkRow, 'claim' | 'dueAt'>;

/** The rows of some kinds, in memory: what the table holds, or will hold in a moment. Rows of other kinds are passed over. */
export class HeldRows {
  /** By kind and claim, each in order. */
  readonly #claims: ReadonlyMap<string, Map<string, WorkRow[]>>;
  /** By kind and key. */
  readonly #rows: ReadonlyMap<string, Map<string, WorkRow>>;
  #due = new Map<string, number>();

  constructor(kinds: readonly string[]) {
    this.#claims = new Map(kinds.map((kind) => [kind, new Map()]));
    this.#rows = new Map(kinds.map((kind) => [kind, new Map()]));
  }

  get size(): number {
    let size = 0;
    for (const rows of this.#rows.values()) size += rows.size;
    return size;
  }

  /** @returns when the first of the rows that were added or postponed since the last call is due, by kind */
  takeDue(): ReadonlyMap<string, number> {
    const due = this.#due;
    this.#due = new Map();
    return due;
  }

  /** Adds a row, or replaces the one of its kind and key. */
  add(work: NewWork): void {
    const { kind, key, claim = key, sequence = 0, attempt = 0 } = work;
    const { dueAt, eventId, stream, account, livemode, correlationId, data } = work;
    const [claims, known] = [this.#claims.get(kind), this.#rows.get(kind)];
    if (claims === undefined || known === undefined) return;
    this.remove(kind, key);
    // Written out: a spread would cost more than all the rest here (docs/performance.md).
    const row: WorkRow = {
      kind,
      key,
      claim,
      sequence,
      dueAt,
      attempt,
      eventId,
      stream,
      account,
      livemode,
      correlationId,
      data,
    };
    known.set(key, row);
    const rows = claims.get(claim);
    if (rows === undefined) claims.set(claim, [row]);
    else rows.splice(rows.findLastIndex((other) => isBefore(other, row)) + 1, 0, row);
    this.#due.set(kind, Math.min(dueAt, this.#due.get(kind) ?? Infinity));
  }

  postpone(kind: string, key: string, { dueAt, attempt }: Pick<WorkRow, 'dueAt' | 'attempt'>): void {
    const row = this.#rows.get(kind)?.get(key);
    if (row !== undefined) this.add({ ...row, dueAt, attempt });
  }

  remove(kind: string, key: string): void {
    const [claims, known] = [this.#claims.get(kind), this.#rows.get(kind)];
    const row = known?.get(key);
    if (claims === undefined || row === undefined) return;
    known?.delete(key);
    const rows = claims.get(row.claim) ?? [];
    if (rows.length > 1) rows.splice(rows.indexOf(row), 1);
    else claims.delete(row.claim);
  }

  /** The first row of each claim but some, in the order in which they are due. */
  soonest(kind: string, without: ReadonlySet<string>, after: Place | undefined, limit: number): readonly WorkRow[] {
    const found: WorkRow[] = [];
    for (const [claim, [first]] of this.#claims.get(kind) ?? []) {
      if (first === undefined || without.has(claim)) continue;
      if (after === undefined || isDueBefore(after, first)) found.push(first);
    }
    return found.sort((a, b) => (isDueBefore(a, b) ? -1 : 1)).slice(0, limit);
  }

  /** The first rows of a claim, in order, whether due or not. */
  ofClaim(kind: string, claim: string, most: number): readonly WorkRow[] {
    return this.#claims.get(kind)?.get(claim)?.slice(0, most) ?? [];
  }
}

function isBefore(a: WorkRow, b: WorkRow): boolean {
  return a.sequence < b.sequence || (a.sequence === b.sequence && a.key < b.key);
}

function isDueBefore(a: Place, b: Place): boolean {
  return a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.claim < b.claim);
}
