import type { ChainLog } from '../../chain-log';
import type { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcPool } from '../../rpc/rpc-pool';
import type { Carrier } from '../submission/carriers';
import { CLOCKS_APART_MS } from '../clocks';
import { count, inContext, record } from '../values';
import type { SignatureStatuses } from './signature-statuses';

type ExpiringTransaction = Pick<Carrier, 'signature' | 'blockhash' | 'lastValidBlockHeight' | 'sinceSlot' | 'signedAt'>;

/** How far an endpoint had finalized the chain before it was asked for anything else. */
interface Finalized {
  readonly height: number;
  readonly slot: number;
  /** The time of that block, in milliseconds since the epoch. */
  readonly at: number;
}

/** What was found out about transactions. */
export interface Deaths {
  /** Signatures of those that no block will ever hold. */
  readonly dead: ReadonlySet<string>;
  /** Those that are over by all who were heard wait for endpoints that were not, or that say something else. */
  readonly isDisputed: boolean;
}

const NONE: Deaths = { dead: new Set(), isDisputed: false };
/** A blockhash is valid for 150 blocks, which take some 32 s: after this no height is waited for. */
const LIFETIME_MAX_MS = 600_000;

/**
 * Finds the transactions that no block will ever hold (protocol rules 17 and 29). Every configured endpoint has to say
 * so, each for itself and in this order:
 *
 * 1. It has finalized a block past the last valid height, or ten minutes later than the signature, and one that is younger
 *    than the transaction, so that its blockhash is older than what is final.
 * 2. At such a block the blockhash is not valid: no later block can take the transaction.
 * 3. From no earlier a slot than that, it knows no such signature, in a history that reaches back to the blockhash.
 *
 * Last valid height and slot were told by some endpoint when the transaction was signed. Nothing rests on these alone:
 * that the blockhash is over, and not merely unknown yet, follows from the time of the signature.
 *
 * None is, while an endpoint does not answer: it may be the one that knows better.
 */
export async function findDead(
  { pool, statuses, log }: { readonly pool: RpcPool; readonly statuses: SignatureStatuses; readonly log: ChainLog },
  transactions: readonly ExpiringTransaction[],
): Promise<Deaths> {
  if (transactions.length === 0) return NONE;
  const views = await pool.all((endpoint) => findUnknown(endpoint, statuses, transactions));
  const over = transactions.filter((each) => views.every(({ value }) => hasExpired(each, value.finalized)));
  if (over.length === 0) return NONE;
  if (views.length < pool.size) {
    const names = views.map(({ endpoint }) => endpoint.name);
    log.warn({ answered: names, of: pool.size }, 'transactions wait for endpoints that do not answer');
    return { dead: new Set(), isDisputed: true };
  }
  const dead = over.filter(({ signature }) => views.every(({ value }) => value.unknown.has(signature)));
  return { dead: new Set(dead.map(({ signature }) => signature)), isDisputed: dead.length < over.length };
}

function hasExpired({ lastValidBlockHeight, signedAt }: ExpiringTransaction, { height, at }: Finalized): boolean {
  const isOld = signedAt > 0 && signedAt + LIFETIME_MAX_MS <= at;
  return (lastValidBlockHeight < height || isOld) && signedAt + CLOCKS_APART_MS <= at;
}

/** Those that an endpoint can be sure to have nowhere, now and for ever. */
async function findUnknown(
  endpoint: RpcEndpoint,
  statuses: SignatureStatuses,
  transactions: readonly ExpiringTransaction[],
): Promise<{ readonly finalized: Finalized; readonly unknown: ReadonlySet<string> }> {
  const finalized = await readFinalized(endpoint);
  const over = transactions.filter((each) => hasExpired(each, finalized));
  if (over.length === 0) return { finalized, unknown: new Set() };
  const invalid = await findInvalid(endpoint, over, finalized.slot);
  const unknown = new Set(
    (await findMissing(endpoint, statuses, over, finalized.slot)).map(({ signature }) => signature),
  );
  const dead = over.filter(({ blockhash, signature }) => invalid.has(blockhash) && unknown.has(signature));
  return { finalized, unknown: new Set(dead.map(({ signature }) => signature)) };
}

async function readFinalized(endpoint: RpcEndpoint): Promise<Finalized> {
  const [info] = await endpoint.results([{ method: 'getEpochInfo', params: [{ commitment: 'finalized' }] }]);
  const { absoluteSlot, blockHeight } = record(info);
  const slot = count(absoluteSlot);
  return { height: count(blockHeight), slot, at: await timeOf(endpoint, slot) };
}

/** Blockhashes that are not valid any more at a final block. */
async function findInvalid(
  endpoint: RpcEndpoint,
  over: readonly ExpiringTransaction[],
  slot: number,
): Promise<ReadonlySet<string>> {
  const hashes = [...new Set(over.map(({ blockhash }) => blockhash))];
  const answers = await endpoint.results(
    hashes.map((hash) => ({ method: 'isBlockhashValid', params: [hash, { commitment: 'finalized' }] })),
  );
  return new Set(
    hashes.filter((_, index) => {
      const { slot: at, value } = inContext(answers[index], (each) => each === false);
      // Behind a name there may be several nodes, of which one that is behind has answered now.
      return value && at >= slot;
    }),
  );
}

/** Those of which there is no trace in a history that is long enough to have one. */
async function findMissing(
  endpoint: RpcEndpoint,
  statuses: SignatureStatuses,
  over: readonly ExpiringTransaction[],
  slot: number,
): Promise<readonly ExpiringTransaction[]> {
  const signatures = over.map(({ signature }) => signature);
  const seen = await statuses.read(endpoint, signatures, true);
  if (seen.slot < slot) return [];
  // Only now: a history that reaches back so far has done so while it was searched.
  const [first] = await endpoint.results([{ method: 'getFirstAvailableBlock', params: [] }]);
  const historyBegins = count(first);
  const historyBeganAt = await timeOf(endpoint, historyBegins);
  return over.filter(
    ({ sinceSlot, signedAt }, index) =>
      seen.value[index] === null &&
      historyBegins <= sinceSlot &&
      (signedAt === 0 || historyBeganAt + CLOCKS_APART_MS <= signedAt),
  );
}

async function timeOf(endpoint: RpcEndpoint, slot: number): Promise<number> {
  const [time] = await endpoint.results([{ method: 'getBlockTime', params: [slot] }]);
  return count(time) * 1_000;
}
