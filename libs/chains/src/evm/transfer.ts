import { concatHex, decodeFunctionData, getAddress, keccak256 as hashOf, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import type { Authorization } from '../transfers';
import type { Signer } from '../signer/signer';
import { MULTICALL_ABI, TOKEN_ABI } from './abi';
import { keccak256 } from './keccak';
import type { EvmNetwork } from './network';
import { readTransaction } from './transaction';
import { addressWord, bytesWord, callOf, numberWord, selectorOf } from './words';

const TYPE_HASH = hashOf(
  toHex(
    'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
  ),
);
const SELECTOR = selectorOf(TOKEN_ABI, 'transferWithAuthorization');
/** EIP-712: of a digest with a domain. */
const DIGEST_PREFIX = '1901';

/**
 * The EIP-3009 nonce of a payment: its on-chain id, or the hash of its id. The token accepts each nonce of an account
 * once, whoever sends it, so at most one transfer is ever made for a payment.
 */
export function authorizationNonce({ id, onchainId }: Pick<Authorization, 'id' | 'onchainId'>): Hex {
  return onchainId === undefined ? toHex(keccak256(Buffer.from(id))) : (onchainId as Hex);
}

/** The contract that makes a transfer only once, and the account whose nonce the transfer uses there. */
export function guardOf(
  { currency, payer }: Pick<Authorization, 'currency' | 'payer'>,
  { tokens }: Pick<EvmNetwork, 'tokens'>,
  treasury: string,
): { readonly contract: string; readonly authorizer: string } {
  if (payer === undefined) return { contract: tokens[currency], authorizer: treasury };
  const { wallet, approval } = payer;
  return { contract: approval === null ? wallet.module : tokens[currency], authorizer: wallet.address };
}

/** The token takes the authorization in blocks before this moment, in seconds since the epoch. */
export function validBefore({ validUntil }: Pick<Authorization, 'validUntil'>): number {
  return Math.floor(validUntil / 1_000);
}

/**
 * The call that makes the transfer: an EIP-3009 authorization signed by the account that the money leaves, and the
 * memo behind it, which the token does not read.
 *
 * @param domain - the token's EIP-712 domain separator
 */
export async function transferCall(authorization: Authorization, treasury: Signer, domain: Hex): Promise<Hex> {
  const { to, amount, memo } = authorization;
  // As the token's EIP-712 struct and as the call's arguments they are encoded alike.
  const words = [
    addressWord(treasury.address),
    addressWord(to),
    numberWord(BigInt(amount)),
    numberWord(0n),
    numberWord(BigInt(validBefore(authorization))),
    bytesWord(authorizationNonce(authorization)),
  ];
  const struct = keccak256(Buffer.from([bytesWord(TYPE_HASH), ...words].join(''), 'hex'));
  const digest = keccak256(Buffer.concat([Buffer.from(DIGEST_PREFIX + bytesWord(domain), 'hex'), struct]));
  const { r, s, v } = splitSignature(await treasury.sign(digest));
  const call = callOf(SELECTOR, [...words, numberWord(BigInt(v)), bytesWord(r), bytesWord(s)]);
  return memo === null ? call : concatHex([call, toHex(memo)]);
}

/**
 * The treasury whose authorizations a signed transaction carries: the one before, where its key was replaced since.
 *
 * @param bytes - of the transaction; empty: not known
 * @param treasury - the present one, which is the answer where nothing says otherwise
 */
export function treasuryIn(bytes: string, treasury: string): string {
  // Nearly always: it is cheaper to find than to decode.
  if (bytes === '' || bytes.includes(treasury.slice(2).toLowerCase())) return treasury;
  const { args } = decodeFunctionData({ abi: MULTICALL_ABI, data: readTransaction(bytes).data });
  const [calls] = args;
  if (typeof calls === 'string') return treasury;
  const ofTreasury = calls.find(({ callData }) => callData.startsWith(SELECTOR));
  // The last twenty bytes of the first word.
  return ofTreasury === undefined ? treasury : getAddress(`0x${ofTreasury.callData.slice(34, 74)}`);
}

/** The parts of a signature as a {@link Signer} makes it. */
export function splitSignature(signature: Uint8Array): { readonly r: Hex; readonly s: Hex; readonly v: number } {
  const [yParity] = signature.subarray(64);
  if (signature.length !== 65 || yParity === undefined) throw new RangeError('a signature has 65 bytes');
  return { r: toHex(signature.subarray(0, 32)), s: toHex(signature.subarray(32, 64)), v: 27 + yParity };
}
