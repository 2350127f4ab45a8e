import { majorityOf } from './agreement';
import type { EndpointAnswer } from './agreement';
import type { ChainLog } from '../chain-log';
import { NoAnswerError, SilentChainError } from './rpc-endpoint';
import type { RpcEndpoint } from './rpc-endpoint';

/**
 * Checks every endpoint of a chain at its start. One that does not pass is logged, as long as a majority of the
 * configured endpoints still may; one that gives no answer is logged, as long as another one passes.
 *
 * @param parts - `check`: throws an Error of one line for what is wrong, and `NoAnswerError` for no answer
 * @returns what those have found that have passed
 * @throws the first error where so many do not pass that no majority is left, or {@link SilentChainError}
 */
export async function checkEach<T>({
  chain,
  endpoints,
  log,
  check,
}: {
  readonly chain: string;
  readonly endpoints: readonly RpcEndpoint[];
  readonly log: ChainLog;
  readonly check: (endpoint: RpcEndpoint) => Promise<T>;
}): Promise<readonly EndpointAnswer<T>[]> {
  const settled = await Promise.allSettled(endpoints.map(check));
  const passed: EndpointAnswer<T>[] = [];
  const silent: string[] = [];
  const wrong: Error[] = [];
  for (const [index, endpoint] of endpoints.entries()) {
    const each = settled[index];
    if (each?.status === 'fulfilled') {
      passed.push({ endpoint, value: each.value });
      continue;
    }
    const error = each?.reason instanceof Error ? each.reason : new Error(String(each?.reason));
    const fields = { chain, endpoint: endpoint.name, error: error.message };
    if (error instanceof NoAnswerError) {
      silent.push(error.message);
      log.warn(fields, 'an endpoint does not answer');
    } else {
      wrong.push(error);
    }
  }
  const [first] = wrong;
  const isMajorityLeft = endpoints.length - wrong.length >= majorityOf(endpoints.length);
  if (first !== undefined && (!isMajorityLeft || passed.length === 0)) throw first;
  if (passed.length === 0) throw new SilentChainError(chain, silent);
  for (const error of wrong) log.error({ chain, error: error.message }, 'an endpoint is wrong. Replace it');
  return passed;
}
