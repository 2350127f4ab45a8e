import type { RpcTransport } from '../rpc/rpc-endpoint';
import { toQuantity } from '../rpc/values';
import { isObject, listOf } from './json-values';

/** What an endpoint takes, and what it keeps. Default: everything. Refusals have the words of providers. */
export interface EndpointLimits {
  /** Blocks of one `eth_getLogs`. */
  readonly blocks?: number;
  /** Addresses, or topics in one position, of one `eth_getLogs`. */
  readonly values?: number;
  /** Logs in one answer. */
  readonly logs?: number;
  /** Signatures of one `getSignatureStatuses`. */
  readonly signatures?: number;
  /** Calls in one request. */
  readonly calls?: number;
  /** Blocks whose state it keeps, with the latest one. */
  readonly states?: number;
}

interface Question {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Numbers of blocks by tag. */
type Heads = ReadonlyMap<string, number>;

interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** Where the block stands among the parameters of what reads state. */
const BLOCK_POSITION: ReadonlyMap<string, number> = new Map([
  ['eth_call', 1],
  ['eth_getBalance', 1],
  ['eth_getCode', 1],
  ['eth_getTransactionCount', 1],
  ['eth_getStorageAt', 2],
]);
const TAGS = ['latest', 'safe', 'finalized'];
const NO_LIMIT = Number.POSITIVE_INFINITY;

/**
 * Passes on what an endpoint with such limits takes, and refuses the rest: a call or a batch of them.
 *
 * @param limits - asked for at every request, since a provider may change them
 */
export function limited(through: RpcTransport, limits: () => EndpointLimits): RpcTransport {
  return async (body, signal) => {
    const current = limits();
    if (Object.keys(current).length === 0) return through(body, signal);
    const parsed = JSON.parse(body) as Question | readonly Question[];
    const questions = [parsed].flat() as readonly Question[];
    const { calls = NO_LIMIT } = current;
    if (questions.length > calls) {
      return JSON.stringify({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_014, message: `maximum ${calls} calls in 1 batch` },
      });
    }
    const heads = questions.some(namesBlock) ? await headsOf(through, signal) : new Map<string, number>();
    const refusals = new Map(questions.map((question) => [question.id, refusalOf(question, current, heads)]));
    const taken = questions.filter(({ id }) => refusals.get(id) === null);
    const answered =
      taken.length === 0 ? [] : (JSON.parse(await through(JSON.stringify(taken), signal)) as readonly object[]);
    const byId = new Map(answered.map((answer) => [(answer as Question).id, answer]));
    const answers = questions.map((question) => {
      const error = refusals.get(question.id) ?? tooMany(byId.get(question.id), current);
      return error === null ? byId.get(question.id) : { jsonrpc: '2.0', id: question.id, error };
    });
    return JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
  };
}

function namesBlock({ method }: Question): boolean {
  return method === 'eth_getLogs' || BLOCK_POSITION.has(method);
}

/** The numbers of the blocks that tags name now. */
async function headsOf(through: RpcTransport, signal: AbortSignal): Promise<Heads> {
  const ask = (tag: string) => ({ jsonrpc: '2.0', id: tag, method: 'eth_getBlockByNumber', params: [tag, false] });
  const answers = JSON.parse(await through(JSON.stringify(TAGS.map(ask)), signal)) as readonly {
    readonly id: string;
    readonly result?: { readonly number?: string } | null;
  }[];
  return new Map(answers.map(({ id, result }) => [id, Number(result?.number ?? 0)]));
}

function refusalOf({ method, params }: Question, limits: EndpointLimits, heads: Heads): Refusal | null {
  if (method === 'eth_getLogs') return refusalOfLogs(params[0], limits, heads);
  if (method === 'getSignatureStatuses' && listOf(params[0]).length > (limits.signatures ?? NO_LIMIT)) {
    return { code: -32_602, message: `Too many inputs provided; max ${limits.signatures}` };
  }
  const position = BLOCK_POSITION.get(method);
  if (position === undefined) return null;
  const at = numberOf(params[position], heads);
  const head = numberOf('latest', heads);
  if (head - at < (limits.states ?? NO_LIMIT)) return null;
  return { code: -32_603, message: `state at block #${at} is pruned` };
}

function refusalOfLogs(
  filter: unknown,
  { blocks = NO_LIMIT, values = NO_LIMIT }: EndpointLimits,
  heads: Heads,
): Refusal | null {
  if (!isObject(filter)) return null;
  const [from, to] = [numberOf(filter['fromBlock'], heads), numberOf(filter['toBlock'], heads)];
  if (to - from + 1 > blocks) {
    const fitting = [from, from + blocks - 1].map(toQuantity).join(', ');
    const message = `You can make eth_getLogs requests with up to a ${blocks} block range. Based on your parameters, this block range should work: [${fitting}]`;
    return { code: -32_600, message };
  }
  const positions = [filter['address'], ...listOf(filter['topics'])];
  if (positions.every((position) => listOf(position).length <= values)) return null;
  return { code: -32_602, message: 'exceed max addresses or topics per search position' };
}

/** Only the answer shows how many logs there are. */
function tooMany(answer: object | undefined, { logs = NO_LIMIT }: EndpointLimits): Refusal | null {
  const result = answer !== undefined && 'result' in answer ? listOf(answer.result) : [];
  if (result.length <= logs) return null;
  return { code: -32_005, message: `query returned more than ${logs} results` };
}

/** The number of a block that is named by number or tag, also within an object (EIP-1898). */
function numberOf(block: unknown, heads: Heads): number {
  const named = isObject(block) ? block['blockNumber'] : block;
  if (typeof named === 'string' && named.startsWith('0x')) return Number(named);
  return heads.get(String(named)) ?? heads.get('latest') ?? 0;
}
