import { checkAssumptions } from '../assumptions';
import type { ChainMeter } from '../chain-log';
import type { OpenParts } from '../open-parts';
import { evmChecks } from './assumptions';
import { EvmChain } from './evm-chain';
import type { EvmChainOptions } from './evm-chain';
import { EndpointWatch } from '../rpc/endpoint-watch';
import { RpcEndpoint } from '../rpc/rpc-endpoint';
import type { RpcTransport } from '../rpc/rpc-endpoint';
import { RpcPool } from '../rpc/rpc-pool';
import { loadKeccak } from './keccak';
import { checkEndpoints } from './start-checks';
import type { WalletSigners } from './wallets/evm-wallets';

export type OpenEvmChainOptions = Omit<EvmChainOptions, 'pool' | 'domains' | 'wallets'> & {
  /** Whose keys wallets know. Left out: there are no wallets. */
  readonly walletSigners?: WalletSigners | undefined;
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
 * Opens a chain, and looks first whether it is the one that is meant.
 *
 * @throws Error of one line that says which endpoint is wrong, and why
 */
export async function openEvmChain({
  endpoints,
  deadlineMs,
  meter,
  onWatch,
  onAssumptions,
  walletSigners,
  ...options
}: OpenEvmChainOptions): Promise<EvmChain> {
  await loadKeccak();
  const { network, treasury, relayers, log, now } = options;
  const opened = endpoints.map((each) => new RpcEndpoint({ ...each, deadlineMs, now }));
  const expectedBlockMs = network.expected?.blockMs ?? null;
  const watch = new EndpointWatch({ chain: network.chain, endpoints: opened, expectedBlockMs, log, meter, now });
  onWatch?.(watch);
  const pool = new RpcPool(opened, watch);
  const forWallets = walletSigners !== undefined;
  const accounts = [
    { name: 'treasury', address: treasury.address },
    ...relayers.map(({ address }) => ({ name: 'relayer', address })),
  ];
  const found = await checkEndpoints(opened, network, { log, now, forWallets, accounts });
  const { domains, names, hasWallets } = found;
  const checks = evmChecks(network, now);
  onAssumptions?.(
    network.chain,
    await checkAssumptions({ chain: network.chain, endpoints: opened, checks, log, meter }),
  );
  const wallets = forWallets && hasWallets ? { ...walletSigners, names } : null;
  const chain = new EvmChain({ ...options, pool, domains, wallets });
  await chain.ready();
  return chain;
}
