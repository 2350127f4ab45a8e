import { encodeEventTopics } from 'viem/utils';
import type { Hex } from 'viem';
import type { ChainLog } from '../chain-log';
import { RpcError } from '../rpc/rpc-endpoint';
import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcPool } from '../rpc/rpc-pool';
import { block } from '../rpc/values';
import { TOKEN_ABI } from './abi';
import type { LogReader } from './log-reader';
import type { EvmNetwork } from './network';

/** An endpoint that takes logs of fewer blocks at once is named. */
export const BLOCKS_WANTED = 1_000;
const ANSWER_LENGTH_MAX = 200;

/**
 * Finds at the start how many blocks each endpoint takes in one `eth_getLogs`, so that no look has to. One that takes few
 * is warned of in a line with its own answer. One that does not answer is left to the watch.
 */
export async function probeRanges({
  pool,
  logs,
  network: { chain, tokens },
  treasury,
  log,
}: {
  readonly pool: RpcPool;
  readonly logs: LogReader;
  readonly network: Pick<EvmNetwork, 'chain' | 'tokens'>;
  readonly treasury: string;
  readonly log: ChainLog;
}): Promise<void> {
  const args = { authorizer: treasury as Hex };
  const topics = encodeEventTopics({ abi: TOKEN_ABI, eventName: 'AuthorizationUsed', args }) as Hex[];
  const filter = { address: Object.values(tokens), topics };
  const probe = async (endpoint: RpcEndpoint): Promise<void> => {
    const { name } = endpoint;
    const [latest] = await endpoint.results([{ method: 'eth_getBlockByNumber', params: ['latest', false] }]);
    try {
      const { size, refusal } = await logs.probe(endpoint, filter, block(latest).number);
      if (size >= BLOCKS_WANTED || refusal === null) return;
      log.warn(
        { chain, endpoint: name, blocks: size },
        `endpoint ${name} takes eth_getLogs for ${size} blocks, and answers to more: ${answerOf(refusal)}. Searches take more calls: name one that takes ${BLOCKS_WANTED}`,
      );
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      log.error(
        { chain, endpoint: name },
        `endpoint ${name} refuses eth_getLogs for a single block: ${answerOf(error)}. Without it no deposit is seen: change its plan, or replace it`,
      );
    }
  };
  // When none answers, the status of the chain says so.
  await pool.all(probe).catch(() => undefined);
}

function answerOf({ reason, rpcCode }: RpcError): string {
  return `"${reason.slice(0, ANSWER_LENGTH_MAX)}" (${rpcCode})`;
}
