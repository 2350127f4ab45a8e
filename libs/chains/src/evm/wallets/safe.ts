import { CURRENCIES } from '@stablecoin/contracts';
import {
  concatHex,
  encodeFunctionData,
  encodePacked,
  getAddress,
  getContractAddress,
  isAddress,
  keccak256,
  toHex,
} from 'viem/utils';
import type { Hex } from 'viem';
import { WalletPolicyError } from '../../chain-wallets';
import type { WalletContract, WalletPolicy } from '../../chain-wallets';
import type { EvmNetwork } from '../network';
import {
  LIMITED_SAFES,
  LIMITED_SAFES_ABI,
  MODULE,
  NOBODY,
  PROXY_CODE_HASH,
  SAFE_ABI,
  SAFE_FACTORY,
  SAFE_HANDLER,
} from './contracts';

/** The limit of a policy without a limit. */
export const UNLIMITED = 2n ** 96n - 1n;
/** More would not fit into one approval's gas. */
const OWNERS_MAX = 20;
/** What a Safe takes for the end of its list of owners. */
const SENTINEL = '0x0000000000000000000000000000000000000001';

type Tokens = EvmNetwork['tokens'];

/**
 * The Safe of a policy. Owners, threshold, limit, spender and tokens are in its initializer and so in its address: no
 * other wallet can be deployed there.
 *
 * @param spender - pays within the limit
 * @throws {@link WalletPolicyError}
 */
export function safeOf(policy: WalletPolicy, spender: string, tokens: Tokens): WalletContract {
  check(policy, spender);
  const owners = policy.owners.map((owner) => getAddress(owner));
  const made = { ...policy, owners, module: MODULE, spender };
  return { ...made, address: addressOf(made, tokens), type: 'safe', version: '1.4.1' };
}

/** Whether a wallet's address follows from these tokens: only then can it be deployed with them. */
export function isMadeOf(wallet: WalletContract, tokens: Tokens): boolean {
  return wallet.module === MODULE && addressOf(wallet, tokens) === wallet.address;
}

/** The call that deploys a wallet, to {@link LIMITED_SAFES}; it changes nothing where the wallet is deployed already. */
export function creationCall(wallet: WalletContract, tokens: Tokens): Hex {
  return encodeFunctionData({
    abi: LIMITED_SAFES_ABI,
    functionName: 'create',
    args: [wallet.address as Hex, initializerOf(wallet, tokens), saltOf(wallet)],
  });
}

type Made = WalletPolicy & Pick<WalletContract, 'module' | 'spender'>;

function addressOf(made: Made, tokens: Tokens): Hex {
  const initializer = keccak256(initializerOf(made, tokens));
  const salt = keccak256(encodePacked(['bytes32', 'uint256'], [initializer, saltOf(made)]));
  return getContractAddress({ opcode: 'CREATE2', from: SAFE_FACTORY, salt, bytecodeHash: PROXY_CODE_HASH });
}

function initializerOf({ owners, threshold, spendLimit, module, spender }: Made, tokens: Tokens): Hex {
  const limit = spendLimit === null ? UNLIMITED : BigInt(spendLimit);
  const setUp = encodeFunctionData({
    abi: LIMITED_SAFES_ABI,
    functionName: 'setUp',
    args: [module as Hex, spender as Hex, limit, CURRENCIES.map((currency) => tokens[currency] as Hex)],
  });
  const given = [owners as readonly Hex[], BigInt(threshold), LIMITED_SAFES, setUp, SAFE_HANDLER] as const;
  return encodeFunctionData({
    abi: SAFE_ABI,
    functionName: 'setup',
    args: [...given, NOBODY, 0n, NOBODY],
  });
}

function saltOf({ walletId }: Pick<WalletPolicy, 'walletId'>): bigint {
  return BigInt(keccak256(toHex(walletId)));
}

function check({ owners, threshold, spendLimit }: WalletPolicy, spender: string): void {
  if (owners.length === 0) throw new WalletPolicyError('owners', 'a wallet has at least one owner');
  if (owners.length > OWNERS_MAX) throw new WalletPolicyError('owners', `a wallet has at most ${OWNERS_MAX} owners`);
  const seen = new Set<string>();
  for (const owner of owners) {
    const address = owner.toLowerCase();
    if (!isAddress(address) || [NOBODY, SENTINEL].includes(address)) {
      throw new WalletPolicyError('owners', `${owner} is no address that can own a wallet`);
    }
    if (seen.has(address)) throw new WalletPolicyError('owners', `${owner} is named twice`);
    if (address === spender.toLowerCase()) {
      throw new WalletPolicyError('owners', `${owner} pays within the limit, so it cannot approve what is above it`);
    }
    seen.add(address);
  }
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > owners.length) {
    throw new WalletPolicyError('threshold', `the threshold is a whole number from 1 to ${owners.length}`);
  }
  // A limit that cannot be told from none would be none.
  if (spendLimit !== null && (BigInt(spendLimit) < 0n || BigInt(spendLimit) >= UNLIMITED)) {
    throw new WalletPolicyError('spendLimit', `a spend limit is at most ${UNLIMITED - 1n} in the smallest unit`);
  }
}

/** Puts owners' signatures as a Safe takes them: one behind the other, by the owner's address, no more than needed. */
export function packSignatures(
  signatures: readonly { readonly owner: string; readonly signature: string }[],
  { owners, threshold }: Pick<WalletPolicy, 'owners' | 'threshold'>,
): Hex {
  const known = new Set(owners.map((owner) => owner.toLowerCase()));
  const byOwner = new Map(signatures.map(({ owner, signature }) => [owner.toLowerCase(), signature as Hex]));
  const sorted = [...byOwner].filter(([owner]) => known.has(owner)).sort(([one], [other]) => (one < other ? -1 : 1));
  return concatHex(sorted.slice(0, threshold).map(([, signature]) => signature));
}
