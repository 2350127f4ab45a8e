import { agreement, reachedBy } from '../../rpc/agreement';
import type { EndpointAnswer } from '../../rpc/agreement';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import { Batcher } from '../batcher';
import type { Status } from '../values';
import type { SignatureStatuses } from './signature-statuses';

/** What is known of a transaction: as much as enough of the configured endpoints say of it (protocol rule 29). */
export type TransactionStatus =
  /** Nothing may be concluded. `isDisputed`: endpoints contradict each other, or one that is needed gives no answer. */
  | { readonly state: 'unknown'; readonly isDisputed: boolean }
  /** A majority has it in the same block, carried out. */
  | { readonly state: 'carried out'; readonly slot: number; readonly stage: Status['stage'] }
  /** A majority has it in the same block, without effect. `isFinal`: for good, by all configured endpoints. */
  | { readonly state: 'failed'; readonly slot: number; readonly isFinal: boolean; readonly cause: Status };

type Statuses = readonly (Status | null)[];

/** Looked at together. */
const SIGNATURES_AT_ONCE = 256;
const CONFIRMED = 2;
const FINAL = 3;

/** Asks every endpoint how far transactions have come, many at once, and counts who says the same. */
export class SignatureReader {
  readonly #pool: RpcPool;
  readonly #statuses: SignatureStatuses;
  readonly #recent: Batcher<TransactionStatus>;
  readonly #old: Batcher<TransactionStatus>;

  constructor(pool: RpcPool, statuses: SignatureStatuses) {
    this.#pool = pool;
    this.#statuses = statuses;
    const batcher = (searchTransactionHistory: boolean): Batcher<TransactionStatus> =>
      new Batcher({ size: SIGNATURES_AT_ONCE, askAll: (keys) => this.#ask(keys, searchTransactionHistory) });
    this.#recent = batcher(false);
    this.#old = batcher(true);
  }

  /**
   * @param isOld - nodes may have to look for it in their history
   * @throws Error when no endpoint answers
   */
  look(signature: string, isOld: boolean): Promise<TransactionStatus> {
    return (isOld ? this.#old : this.#recent).ask(signature);
  }

  async #ask(signatures: readonly string[], searchTransactionHistory: boolean): Promise<readonly TransactionStatus[]> {
    const statusesOf = (said: readonly EndpointAnswer<Statuses>[]): readonly TransactionStatus[] =>
      signatures.map((_, index) =>
        this.#statusOf(said.map(({ endpoint, value }) => ({ endpoint, value: value[index] ?? null }))),
      );
    const said = await this.#pool.ask(
      async (endpoint): Promise<Statuses> =>
        (await this.#statuses.read(endpoint, signatures, searchTransactionHistory)).value,
      (soFar) => statusesOf(soFar).every(isDecided),
    );
    this.#watch(said);
    return statusesOf(said);
  }

  #statusOf(said: readonly EndpointAnswer<Status | null>[]): TransactionStatus {
    const { majority, size } = this.#pool;
    const inBlock = agreement(said, majority, keyOf);
    if (inBlock === undefined) return { state: 'unknown', isDisputed: true };
    if (inBlock.value === null) return { state: 'unknown', isDisputed: said.some(({ value }) => value !== null) };
    const { slot, hasFailed } = inBlock.value;
    const stages = inBlock.by.flatMap(({ value }) => (value === null ? [] : [value.stage]));
    const stage = reachedBy(stages, majority) ?? 1;
    if (!hasFailed) return { state: 'carried out', slot, stage };
    const isFinal = stages.length === size && stages.every((each) => each === FINAL);
    return { state: 'failed', slot, isFinal, cause: inBlock.value };
  }

  /** Tells who contradicts the others about what is confirmed: before that, lags and forks are ordinary. */
  #watch(said: readonly EndpointAnswer<Statuses>[]): void {
    const wrong = new Set(
      (said[0]?.value ?? []).flatMap((_, index) =>
        this.#contradicting(said.map(({ endpoint, value }) => ({ endpoint, value: value[index] ?? null }))),
      ),
    );
    for (const { endpoint } of said) {
      if (wrong.has(endpoint)) this.#pool.watch.faulty(endpoint, 'disagrees');
      else this.#pool.watch.agreed(endpoint);
    }
  }

  #contradicting(said: readonly EndpointAnswer<Status | null>[]): readonly RpcEndpoint[] {
    const most = agreement(said, this.#pool.majority, keyOf);
    const confirmed = said.filter(({ value }) => stageOf(value) >= CONFIRMED);
    if (most === undefined) {
      const isOrdinary = new Set(confirmed.map(({ value }) => keyOf(value))).size < 2;
      return isOrdinary ? [] : confirmed.map(({ endpoint }) => endpoint);
    }
    const others = said.filter(({ value }) => keyOf(value) !== keyOf(most.value));
    const isWrong = ({ value }: EndpointAnswer<Status | null>): boolean =>
      Math.max(stageOf(value), stageOf(most.value)) === FINAL ||
      Math.min(stageOf(value), stageOf(most.value)) >= CONFIRMED;
    return others.filter(isWrong).map(({ endpoint }) => endpoint);
  }
}

/** Whether a further answer could not make any difference to what follows from it. */
function isDecided(status: TransactionStatus): boolean {
  if (status.state === 'unknown') return !status.isDisputed;
  return status.state === 'carried out' || status.isFinal;
}

/** Alike are those that have it in the same block, with the same outcome. */
function keyOf(status: Status | null): string {
  if (status === null) return 'nowhere';
  const { slot, hasFailed, failedAt = null, leftPayerShort = false, ranOutOfUnits = false } = status;
  return JSON.stringify([slot, hasFailed, failedAt, leftPayerShort, ranOutOfUnits]);
}

function stageOf(status: Status | null): number {
  return status?.stage ?? 0;
}
