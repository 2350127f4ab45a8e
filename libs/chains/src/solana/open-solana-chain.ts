import { checkAssumptions } from '../assumptions';
import type { ChainMeter } from '../chain-log';
import type { OpenParts } from '../open-parts';
import { EndpointWatch } from '../rpc/endpoint-watch';
import { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcTransport } from '../rpc/rpc-endpoint';
import { RpcPool } from '../rpc/rpc-pool';
import { solanaChecks } from './assumptions';
import { SolanaChain } from './solana-chain';
import type { SolanaChainOptions } from './solana-chain';
import { checkEndpoints } from './start-checks';

export type OpenSolanaChainOptions = Omit<SolanaChainOptions, 'pool'> & {
  /** Two or more, where money is real. */
  readonly endpoints: readonly { readonly name: string; readonly transport: RpcTransport }[];
  /** How long an endpoint may take to answer. */
  readonly deadlineMs: number;
  /** Counts faults of endpoints. Default: nothing is counted. */
  readonly meter?: ChainMeter | undefined;
  readonly onWatch?: OpenParts['onWatch'];
  readonly onAssumptions?: OpenParts['onAssumptions'];
};

/**
 * Opens Solana, and looks first whether it is the cluster that is meant.
 *
 * @throws Error of one line that says which endpoint is wrong, and why
 */
export async function openSolanaChain({
  endpoints,
  deadlineMs,
  meter,
  onWatch,
  onAssumptions,
  ...options
}: OpenSolanaChainOptions): Promise<SolanaChain> {
  const { network, log, now } = options;
  const opened = endpoints.map((each) => new RpcEndpoint({ ...each, deadlineMs, now }));
  await checkEndpoints(opened, network, { log, now });
  const checks = solanaChecks(network);
  onAssumptions?.('solana', await checkAssumptions({ chain: 'solana', endpoints: opened, checks, log, meter }));
  const expectedBlockMs = network.expected?.slotMs ?? null;
  const watch = new EndpointWatch({ chain: 'solana', endpoints: opened, expectedBlockMs, log, meter, now });
  onWatch?.(watch);
  return new SolanaChain({ ...options, pool: new RpcPool(opened, watch) });
}
