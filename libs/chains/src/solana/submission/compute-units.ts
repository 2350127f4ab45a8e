import type { RpcAnswer, RpcCall } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import { count, inContext, record } from '../values';
import { unitsOf, unsignedBatch } from './packing';
import type { Payers, PlannedTransfer } from './packing';

type Kind = 'creating' | 'plain';

/** Submissions wait so long for simulations; afterwards fewer answers than a majority are no basis. */
const PATIENCE_MS = 1_000;
/** No transaction asks for fewer. */
const UNITS_MIN = 3_000;

/**
 * Finds out how many compute units transactions need. The priority fee is paid for all that a transaction asks for, and
 * the bounds of {@link unitsOf} are far above what today's programs use.
 *
 * Nothing final follows from what endpoints say here: a transaction that has asked for too few fails, and its payments go
 * alone, with the bound.
 */
export class ComputeUnits {
  readonly #pool: RpcPool;
  /** Of the last transactions that were simulated: which part of their bound they asked for. */
  readonly #share = new Map<Kind, number>();

  constructor(pool: RpcPool) {
    this.#pool = pool;
  }

  /**
   * What each transaction has to ask for: the highest number of a majority's simulations and a quarter more. The bound,
   * where a simulation has failed, or where fewer have answered.
   */
  async simulate(batches: readonly (readonly PlannedTransfer[])[], payers: Payers): Promise<readonly number[]> {
    const calls = batches.map((batch) => simulationOf(batch, payers));
    const { majority } = this.#pool;
    const said = await this.#pool
      .ask(
        async (endpoint) => (await endpoint.batch(calls)).map(usedIn),
        (soFar) => soFar.length >= majority,
        { patienceMs: PATIENCE_MS },
      )
      // Whether anybody answers at all decides the submission, not this reading.
      .catch(() => []);
    return batches.map((batch, index) => {
      const bound = unitsOf(batch);
      const used = said.flatMap(({ value }) => value[index] ?? []);
      if (used.length < majority) return bound;
      const units = Math.min(bound, Math.max(UNITS_MIN, Math.ceil((Math.max(...used) * 5) / 4)));
      this.#share.set(kindOf(batch), units / bound);
      return units;
    });
  }

  /** What a transfer alone is going to ask for, as far as the last simulations tell; its bound before the first one. */
  expected(transfer: Pick<PlannedTransfer, 'memo' | 'creationFor'>): number {
    return Math.max(UNITS_MIN, Math.ceil(unitsOf([transfer]) * (this.#share.get(kindOf([transfer])) ?? 1)));
  }
}

function kindOf(transfers: readonly Pick<PlannedTransfer, 'creationFor'>[]): Kind {
  return transfers.some(({ creationFor }) => creationFor !== null) ? 'creating' : 'plain';
}

/** Nothing is signed for it: an endpoint could send it. */
function simulationOf(batch: readonly PlannedTransfer[], payers: Payers): RpcCall {
  const wire = Buffer.from(unsignedBatch(batch, payers)).toString('base64');
  const options = { encoding: 'base64', commitment: 'finalized', sigVerify: false, replaceRecentBlockhash: true };
  return { method: 'simulateTransaction', params: [wire, options] };
}

/** The units that a simulation has used; null when it has failed, or the endpoint does not simulate. */
function usedIn(answer: RpcAnswer): number | null {
  if (!answer.ok) return null;
  const { err, unitsConsumed } = inContext(answer.result, record).value;
  return err === null ? count(unitsConsumed) : null;
}
