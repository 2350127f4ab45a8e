import { CURRENCIES } from '@stablecoin/contracts';
import type { ChainLog } from '../chain-log';
import { checkEach } from '../rpc/check-each';
import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import { CLOCKS_APART_MS } from './clocks';
import { DECIMALS, TOKEN_PROGRAM } from './instructions';
import { MAINNET_GENESIS } from './network';
import type { SolanaNetwork } from './network';
import { account, count, inContext, list, text } from './values';

const MINT_BYTES = 82;
/** Where a mint says how many decimals it has. */
const DECIMALS_AT = 44;

/**
 * Makes sure that the endpoints speak of the cluster that the configuration means, and that the mints there are those
 * of tokens with six decimals. One that is wrong is warned of as long as a majority may be right, and one that gives no
 * answer as long as another one does.
 *
 * @throws Error of one line that says which endpoint, and what is wrong
 */
export async function checkEndpoints(
  endpoints: readonly RpcEndpoint[],
  network: SolanaNetwork,
  { log, now }: { readonly log: ChainLog; readonly now: () => number },
): Promise<void> {
  await checkEach({ chain: 'solana', endpoints, log, check: (endpoint) => checkEndpoint(endpoint, network, now()) });
}

async function checkEndpoint(endpoint: RpcEndpoint, network: SolanaNetwork, now: number): Promise<void> {
  const refuse = (problem: string): Error => new Error(`solana, endpoint ${endpoint.name}: ${problem}`);
  const mints = CURRENCIES.map((currency) => network.tokens[currency]);
  const [genesis, slot, accounts] = await endpoint.results([
    { method: 'getGenesisHash', params: [] },
    { method: 'getSlot', params: [{ commitment: 'finalized' }] },
    { method: 'getMultipleAccounts', params: [mints, { commitment: 'finalized', encoding: 'base64' }] },
  ]);
  const isMeant = network.genesisHash === null ? genesis !== MAINNET_GENESIS : text(genesis) === network.genesisHash;
  if (!isMeant) throw refuse(`its genesis hash is ${text(genesis)}: it is another network`);
  const skew = await clockSkew(endpoint, count(slot), now);
  if (Math.abs(skew) > CLOCKS_APART_MS) {
    const direction = skew > 0 ? 'ahead of' : 'behind';
    throw refuse(`its latest block is ${Math.round(Math.abs(skew) / 1_000)} s ${direction} this machine's clock`);
  }
  const found = inContext(accounts, (value) => list(value, mints.length).map(account)).value;
  for (const [index, currency] of CURRENCIES.entries()) {
    const mint = found[index];
    const token = `${currency} at ${network.tokens[currency]}`;
    if (mint?.owner !== TOKEN_PROGRAM.toBase58() || mint.data.length !== MINT_BYTES)
      throw refuse(`there is no ${token}`);
    if (mint.data[DECIMALS_AT] !== DECIMALS) throw refuse(`${token} does not have ${DECIMALS} decimals`);
  }
}

/**
 * How far the cluster's clock is ahead of this machine's, in milliseconds. A final block may be old only because blocks
 * become final slowly, so then the latest one is asked for.
 */
async function clockSkew(endpoint: RpcEndpoint, finalSlot: number, now: number): Promise<number> {
  const skew = (await blockTime(endpoint, finalSlot)) - now;
  if (skew >= -CLOCKS_APART_MS) return skew;
  const [latest] = await endpoint.results([{ method: 'getSlot', params: [{ commitment: 'processed' }] }]);
  return (await blockTime(endpoint, count(latest))) - now;
}

/** In milliseconds since the epoch. */
async function blockTime(endpoint: RpcEndpoint, slot: number): Promise<number> {
  const [time] = await endpoint.results([{ method: 'getBlockTime', params: [slot] }]);
  return count(time) * 1_000;
}
