import { AheadError, EndpointsDisagreeError, agreement } from './agreement';
import type { Agreement, EndpointAnswer } from './agreement';
import type { RpcEndpoint } from './rpc-endpoint';
import type { RpcPool } from './rpc-pool';
import { blockNumbered, block, toQuantity } from './values';
import type { Block } from './values';

/** How far an endpoint has come. */
export interface Heads {
  readonly latest: Block;
  readonly safe: Block;
  readonly finalized: Block;
}

export interface View {
  readonly endpoint: RpcEndpoint;
  readonly heads: Heads;
}

/** The blocks that the endpoints see, of those that follow the same chain as the majority. */
export interface Views {
  readonly views: readonly View[];
  /** The highest block that a majority of the configured endpoints considers final, with the same hash. */
  readonly finalized: Block;
}

/** A block further ahead of the local clock is rejected. */
const AHEAD_MS_MAX = 60_000;
/** An endpoint whose latest block is so much older than this machine's clock is behind. */
const BEHIND_MS_MAX = 60_000;

/**
 * Looks how far the endpoints have come, and which of them speak of the same chain (protocol rule 29).
 *
 * @param options - `patience`: `majority` asks until a majority has answered, `all` waits for every endpoint; `now`: by
 * this machine's clock, in milliseconds since the epoch
 * @throws {@link EndpointsDisagreeError} while no majority agrees on a final block: then nothing that is said counts
 */
export async function readViews(
  pool: RpcPool,
  options: { readonly patience: 'majority' | 'all'; readonly now: number },
): Promise<Views> {
  const { patience, now } = options;
  const { majority, size } = pool;
  const said = await pool.ask(
    (endpoint) => readHeads(endpoint, now),
    (soFar) => patience === 'majority' && soFar.length >= majority,
  );
  for (const { endpoint, value } of said) {
    pool.watch.reached(endpoint, value.latest.number);
    if (isBehind(value.latest, now)) pool.watch.faulty(endpoint, 'behind', { block: value.latest.number });
  }
  const agreed = await agreedFinal(pool, said);
  if (agreed !== undefined) {
    const { value: finalized, against } = agreed;
    for (const endpoint of against) pool.watch.faulty(endpoint, 'disagrees', { block: finalized.number });
    const views = said
      .filter(({ endpoint }) => !against.includes(endpoint))
      .map(({ endpoint, value }) => ({ endpoint, heads: value }));
    return { views, finalized };
  }
  if (patience === 'majority' && said.length < size) return readViews(pool, { patience: 'all', now });
  if (said.length < majority) {
    throw new EndpointsDisagreeError(`${said.length} of ${size} endpoints answer, ${majority} have to agree`);
  }
  for (const { endpoint } of said) pool.watch.faulty(endpoint, 'disagrees');
  const told = said.map(
    ({ endpoint, value: { finalized } }) => `${endpoint.name}: ${finalized.number} ${finalized.hash}`,
  );
  throw new EndpointsDisagreeError(`endpoints disagree on final block (${told.join(', ')})`);
}

/** Finds the highest block that a majority considers final. An endpoint with another block at that height disagrees. */
async function agreedFinal(
  pool: RpcPool,
  said: readonly EndpointAnswer<Heads>[],
): Promise<Agreement<Block> | undefined> {
  const heights = [...new Set(said.map(({ value }) => value.finalized.number))].sort((one, other) => other - one);
  for (const height of heights) {
    const claiming = said.filter(({ value }) => value.finalized.number >= height);
    if (claiming.length < pool.majority) continue;
    const reaching = said.filter(({ value }) => value.latest.number >= height);
    const headsOf = new Map(reaching.map(({ endpoint, value }) => [endpoint, value]));
    const blocks = await pool.all(
      (endpoint) => blockAt(endpoint, headsOf.get(endpoint), height),
      reaching.map(({ endpoint }) => endpoint),
    );
    const isClaiming = ({ endpoint }: EndpointAnswer<Block>): boolean =>
      claiming.some((each) => each.endpoint === endpoint);
    const agreed = agreement(blocks.filter(isClaiming), pool.majority);
    if (agreed === undefined) continue;
    const own = JSON.stringify(agreed.value);
    const against = blocks.filter(({ value }) => JSON.stringify(value) !== own).map(({ endpoint }) => endpoint);
    return { ...agreed, against };
  }
  return undefined;
}

async function readHeads(endpoint: RpcEndpoint, now: number): Promise<Heads> {
  const tags = ['latest', 'safe', 'finalized'];
  const calls = tags.map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, false] }));
  const [latest, safe, finalized] = (await endpoint.results(calls)).map((each) => block(each));
  if (latest === undefined || safe === undefined || finalized === undefined) throw new TypeError('a block is missing');
  checkNotAhead(latest, now);
  if (safe.number > latest.number || finalized.number > latest.number) throw new TypeError('final before it is there');
  return { latest, safe, finalized };
}

/** Whether the latest block of an endpoint is older than that of one that follows its chain. */
export function isBehind({ timestamp }: Block, now: number): boolean {
  return now - timestamp * 1_000 > BEHIND_MS_MAX;
}

/** @throws {@link AheadError} for a block of a future that this machine's clock does not know of */
export function checkNotAhead({ timestamp, number }: Block, now: number): void {
  if (timestamp * 1_000 <= now + AHEAD_MS_MAX) return;
  throw new AheadError(`block ${number} is ${Math.round(timestamp - now / 1_000)} s in the future`);
}

/** A block that an endpoint has; of its heads it need not be asked again. */
async function blockAt(endpoint: RpcEndpoint, heads: Heads | undefined, number: number): Promise<Block> {
  if (heads?.finalized.number === number) return heads.finalized;
  const [found] = await endpoint.results([{ method: 'eth_getBlockByNumber', params: [toQuantity(number), false] }]);
  return blockNumbered(found, number);
}
