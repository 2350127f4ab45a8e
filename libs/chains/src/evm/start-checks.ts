import { CURRENCIES } from '@stablecoin/contracts';
import type { Currency } from '@stablecoin/contracts';
import {
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbiParameters,
  toHex,
} from 'viem/utils';
import type { Hex } from 'viem';
import { TOKEN_ABI } from './abi';
import { problemOfCode } from './accounts/delegations';
import type { ChainLog } from '../chain-log';
import { readCall, readResults } from './multicall';
import { LOCAL_ORACLE } from './network';
import type { EvmNetwork } from './network';
import { agreement, majorityOf } from '../rpc/agreement';
import { checkEach } from '../rpc/check-each';
import type { RpcEndpoint } from '../rpc/rpc-endpoint';
import { block, count, hex } from '../rpc/values';
import { WALLET_CONTRACTS } from './wallets/contracts';
import type { TokenName } from './wallets/typed-data';

/** What the start has found out about a chain. */
export interface Found {
  /** EIP-712 domain separators of the tokens. */
  readonly domains: Readonly<Record<Currency, Hex>>;
  /** What they are made of, beside the chain and the address. */
  readonly names: Readonly<Record<Currency, TokenName>>;
  /** The contracts of wallets are there, with the code that is expected; false also where no wallets are asked for. */
  readonly hasWallets: boolean;
}

interface FoundAt extends Omit<Found, 'hasWallets'> {
  /** The contracts of wallets that are not there, or are others. */
  readonly lacking: readonly string[];
}

interface StartParts {
  readonly log: ChainLog;
  readonly now: () => number;
  /** Looks for the contracts of wallets too. Default: not. */
  readonly forWallets?: boolean;
  /** Accounts of this service that may have no code, with what they are called. */
  readonly accounts: readonly { readonly name: string; readonly address: string }[];
}

const CLOCK_SKEW_MS_MAX = 60_000;
const DECIMALS = 6;
const DOMAIN_TYPE_HASH = keccak256(
  toHex('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
);
const READS = ['decimals', 'name', 'version', 'DOMAIN_SEPARATOR'] as const;

/**
 * Makes sure that the endpoints speak of the chain that the configuration means, and that the contracts there are those
 * that the service was made for. One that is wrong is warned of as long as a majority may be right, and one that gives
 * no answer as long as another one does.
 *
 * @throws Error of one line that says which endpoint, and what is wrong
 */
export async function checkEndpoints(
  endpoints: readonly RpcEndpoint[],
  network: EvmNetwork,
  { log, now, forWallets = false, accounts }: StartParts,
): Promise<Found> {
  const { chain } = network;
  const check = (endpoint: RpcEndpoint): Promise<FoundAt> =>
    checkEndpoint(endpoint, network, { now: now(), forWallets, accounts });
  const passed = await checkEach({ chain, endpoints, log, check });
  const needed = Math.min(majorityOf(endpoints.length), passed.length);
  const agreed = agreement(passed, needed, ({ domains }) => JSON.stringify(domains));
  if (agreed === undefined)
    throw new Error(`${chain}: endpoints tell differently of the EIP-712 domains of its tokens`);
  const { domains, names } = agreed.value;
  if (!forWallets) return { domains, names, hasWallets: false };
  const hasWallets = passed.filter(({ value }) => value.lacking.length === 0).length >= needed;
  if (!hasWallets) {
    const contracts = [...new Set(passed.flatMap(({ value }) => value.lacking))];
    log.error(
      { chain, contracts },
      `wallets are not offered: these contracts are missing, or have other code. Run npm run wallets -- deploy --chain ${chain}`,
    );
  }
  return { domains, names, hasWallets };
}

async function checkEndpoint(
  endpoint: RpcEndpoint,
  network: EvmNetwork,
  { now, forWallets, accounts }: Required<Pick<StartParts, 'forWallets' | 'accounts'>> & { readonly now: number },
): Promise<FoundAt> {
  const refuse = (problem: string): Error => new Error(`${network.chain}, endpoint ${endpoint.name}: ${problem}`);
  const { chainId, tokens, multicall, sanctionsOracle } = network;
  // A local chain that is not ours may have none, and then says so when it is asked.
  const oracle =
    sanctionsOracle === null || sanctionsOracle === LOCAL_ORACLE ? {} : { 'sanctions oracle': sanctionsOracle };
  const contracts = { Multicall3: multicall, ...tokens, ...oracle };
  const walletContracts = forWallets ? WALLET_CONTRACTS : [];
  const checked = [...walletContracts, ...accounts].map(({ address }) => address);
  const addresses = [...Object.values(contracts), ...checked];
  const [id, latest, ...codes] = await endpoint.results([
    { method: 'eth_chainId', params: [] },
    { method: 'eth_getBlockByNumber', params: ['latest', false] },
    ...addresses.map((address) => ({ method: 'eth_getCode', params: [address, 'latest'] })),
  ]);
  if (count(id) !== chainId) throw refuse(`its chain id is ${count(id)}, not ${chainId}: it is another network`);
  const skew = block(latest).timestamp * 1_000 - now;
  if (Math.abs(skew) > CLOCK_SKEW_MS_MAX) {
    const direction = skew > 0 ? 'ahead of' : 'behind';
    throw refuse(`its latest block is ${Math.round(Math.abs(skew) / 1_000)} s ${direction} this machine's clock`);
  }
  for (const [index, [name, address]] of Object.entries(contracts).entries()) {
    if (hex(codes[index]) === '0x') throw refuse(`there is no ${name} at ${address}`);
  }
  const walletCodes = codes.slice(Object.keys(contracts).length);
  const lacking = walletContracts
    .filter(({ codeHash }, index) => keccak256(hex(walletCodes[index])) !== codeHash)
    .map(({ name, address }) => `${name} at ${address}`);
  for (const [index, { name, address }] of accounts.entries()) {
    const problem = problemOfCode(hex(walletCodes[walletContracts.length + index]));
    if (problem === null) continue;
    throw refuse(`the ${name} ${address} ${problem}. Revoke that, or use an account without code`);
  }
  const questions = CURRENCIES.map((currency) => {
    const reads = READS.map((functionName) => encodeFunctionData({ abi: TOKEN_ABI, functionName }));
    return readCall(
      multicall,
      reads.map((data) => ({ to: tokens[currency], data })),
      'latest',
    );
  });
  const answers = await endpoint.batch(questions);
  const found = CURRENCIES.map((currency, index): [Currency, Hex, TokenName] => {
    const token = `${currency} at ${tokens[currency]}`;
    const answer = answers[index];
    if (answer?.ok !== true) throw refuse(`${token} is no token of this kind`);
    const [decimals, name, version, separator] = readResults(answer.result, READS.length);
    if (BigInt(decimals ?? '0x0') !== BigInt(DECIMALS)) throw refuse(`${token} does not have ${DECIMALS} decimals`);
    const called = { name: textIn('name', name), version: textIn('version', version) };
    const domain = domainOf(called, chainId, tokens[currency]);
    if (domain !== separator) throw refuse(`${token} has another EIP-712 domain than its name and version make`);
    return [currency, domain, called];
  });
  return {
    domains: Object.fromEntries(found) as Found['domains'],
    names: Object.fromEntries(found.map(([currency, , each]) => [currency, each])) as Found['names'],
    lacking,
  };
}

function domainOf({ name, version }: TokenName, chainId: number, token: string): Hex {
  const parameters = parseAbiParameters('bytes32, bytes32, bytes32, uint256, address');
  const [hashOfName, hashOfVersion] = [keccak256(toHex(name)), keccak256(toHex(version))];
  return keccak256(
    encodeAbiParameters(parameters, [DOMAIN_TYPE_HASH, hashOfName, hashOfVersion, BigInt(chainId), token as Hex]),
  );
}

function textIn(functionName: 'name' | 'version', data: Hex = '0x'): string {
  return decodeFunctionResult({ abi: TOKEN_ABI, functionName, data });
}
