/** What endpoints answer with, read strictly: an answer that is not of its form is no answer. */

/** An answer, and the slot at which the node that gave it stood. */
export interface InContext<T> {
  readonly slot: number;
  readonly value: T;
}

/** How far a transaction has come, at a node that has seen it. */
export interface Status {
  readonly slot: number;
  /** 1 for processed, 2 for confirmed, 3 for finalized. */
  readonly stage: 1 | 2 | 3;
  readonly hasFailed: boolean;
  /** The place of the instruction that has failed, where one has. */
  readonly failedAt?: number;
  /** The fee payer could not pay the fee, or would have been left with less than an account has to hold. */
  readonly leftPayerShort?: boolean;
  /** An instruction has used up the compute units that the transaction had asked for. */
  readonly ranOutOfUnits?: boolean;
}

export interface AccountInfo {
  readonly owner: string;
  readonly lamports: number;
  readonly isExecutable: boolean;
  /** How long its data is; {@link data} may have been cut. */
  readonly space: number;
  readonly data: Buffer;
}

/** Of a transaction that stands in a block without effect and without a fee, because nobody could be charged (SIMD-0290). */
const UNPAID = new Set<unknown>(['InsufficientFundsForFee', 'InvalidAccountForFee', 'AccountNotFound']);
/** Programs of the virtual machine end with the second one. */
const OUT_OF_UNITS = new Set<unknown>(['ComputationalBudgetExceeded', 'ProgramFailedToComplete']);
const STAGES: Readonly<Record<string, 1 | 2 | 3>> = { processed: 1, confirmed: 2, finalized: 3 };

export function record(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new TypeError('no object');
  return value as Readonly<Record<string, unknown>>;
}

export function list(value: unknown, length?: number): readonly unknown[] {
  if (!Array.isArray(value) || (length !== undefined && value.length !== length)) throw new TypeError('no such list');
  return value;
}

export function count(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new TypeError('no count');
  return value;
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('no text');
  return value;
}

export function inContext<T>(answer: unknown, read: (value: unknown) => T): InContext<T> {
  const { context, value } = record(answer);
  return { slot: count(record(context)['slot']), value: read(value) };
}

export function status(value: unknown): Status | null {
  if (value === null) return null;
  const { slot, err, confirmationStatus } = record(value);
  const stage = STAGES[text(confirmationStatus)];
  if (stage === undefined) throw new TypeError('no commitment');
  return { slot: count(slot), stage, hasFailed: err !== null, ...causeOf(err) };
}

function causeOf(err: unknown): Pick<Status, 'failedAt' | 'leftPayerShort' | 'ranOutOfUnits'> {
  if (UNPAID.has(err)) return { leftPayerShort: true };
  if (typeof err !== 'object' || err === null) return {};
  if ('InstructionError' in err) {
    const [index, kind] = list(err.InstructionError);
    return { failedAt: count(index), ranOutOfUnits: OUT_OF_UNITS.has(kind) };
  }
  if (!('InsufficientFundsForRent' in err)) return {};
  return { leftPayerShort: record(err.InsufficientFundsForRent)['account_index'] === 0 };
}

export function account(value: unknown): AccountInfo | null {
  if (value === null) return null;
  const { owner, lamports, executable, space, data } = record(value);
  const [encoded] = list(data, 2);
  const bytes = Buffer.from(text(encoded), 'base64');
  return {
    owner: text(owner),
    lamports: count(lamports),
    isExecutable: executable === true,
    space: space === undefined ? bytes.length : count(space),
    data: bytes,
  };
}

/** The signature that an answer of `getTransaction` is known by. */
export function signatureOf(answer: unknown): string {
  return text(list(record(record(answer)['transaction'])['signatures'])[0]);
}
