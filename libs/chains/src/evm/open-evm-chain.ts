import type { ChainMeter } from '../chain-log';
import { EvmChain } from './evm-chain';
import type { EvmChainOptions } from './evm-chain';
import { EndpointWatch } from '../rpc/endpoint-watch';
import { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcTransport } from '../rpc/rpc-endpoint';
import { RpcPool } from '../rpc/rpc-pool';
import { checkEndpoints } from './start-checks';

export type OpenEvmChainOptions = Omit<EvmChainOptions, 'pool' | 'domains'> & {
  /** Two or more, where money is real. */
  readonly endpoints: readonly { readonly name: string; readonly transport: RpcTransport }[];
  /** How long an endpoint may take to answer. */
  readonly deadlineMs: number;
  /** Counts faults of endpoints. Default: nothing is counted. */
  readonly meter?: ChainMeter | undefined;
};

/**
 * Opens a chain, and looks first whether it is the one that is meant.
 *
 * @throws Error of one line that says which endpoint is wrong, and why
 */
export async function openEvmChain({
  endpoints,
  deadlineMs,
  meter,
  ...options
}: OpenEvmChainOptions): Promise<EvmChain> {
  const { network, log, now } = options;
  const opened = endpoints.map((each) => new RpcEndpoint({ ...each, deadlineMs, now }));
  const pool = new RpcPool(opened, new EndpointWatch({ chain: network.chain, endpoints: opened, log, meter, now }));
  const domains = await checkEndpoints(opened, network, { log, now });
  const chain = new EvmChain({ ...options, pool, domains });
  await chain.ready();
  return chain;
}
