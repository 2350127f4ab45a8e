import type { RpcEndpoint } from './rpc-endpoint';
import type { RpcPool } from './rpc-pool';
import { block } from './values';
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

/** What the endpoints of a chain see of it, so far as they follow it. */
export interface Views {
  /** Never empty. */
  readonly views: readonly View[];
  /** Every configured endpoint is among them: only then may anything be called impossible. */
  readonly complete: boolean;
  /** The highest block that all of them take for final. */
  readonly finalized: number;
}

/** Two endpoints hold different blocks for final: one of them lies, or follows another chain. */
export class EndpointsDisagreeError extends Error {
  override readonly name = 'EndpointsDisagreeError';
}

/** An endpoint that is so much behind another one, by the chain's clock, is left out. */
const BEHIND_SECONDS_MAX = 60;

/**
 * Looks how far every endpoint has come, and whether they speak of the same chain.
 *
 * @throws {@link EndpointsDisagreeError}; then nothing that any of them says counts
 */
export async function readViews(pool: RpcPool): Promise<Views> {
  const answered = await pool.each(readHeads);
  const newest = Math.max(...answered.map(({ value }) => value.latest.timestamp));
  const views = answered
    .filter(({ value }) => value.latest.timestamp >= newest - BEHIND_SECONDS_MAX)
    .map(({ endpoint, value }) => ({ endpoint, heads: value }));
  const finalized = Math.min(...views.map(({ heads }) => heads.finalized.number));
  const hashes = await Promise.all(views.map((view) => hashAt(view, finalized)));
  if (new Set(hashes).size > 1) {
    const said = views.map(({ endpoint }, place) => `${endpoint.name}: ${hashes[place] ?? 'none'}`);
    throw new EndpointsDisagreeError(`endpoints disagree on final block ${finalized} (${said.join(', ')})`);
  }
  return { views, complete: views.length === pool.size, finalized };
}

async function readHeads(endpoint: RpcEndpoint): Promise<Heads> {
  const tags = ['latest', 'safe', 'finalized'];
  const calls = tags.map((tag) => ({ method: 'eth_getBlockByNumber', params: [tag, false] }));
  const [latest, safe, finalized] = (await endpoint.results(calls)).map((each) => block(each));
  if (latest === undefined || safe === undefined || finalized === undefined) throw new Error('a block is missing');
  return { latest, safe, finalized };
}

async function hashAt({ endpoint, heads }: View, number: number): Promise<string> {
  if (heads.finalized.number === number) return heads.finalized.hash;
  const params = [`0x${number.toString(16)}`, false];
  const [found] = await endpoint.results([{ method: 'eth_getBlockByNumber', params }]);
  return block(found).hash;
}
