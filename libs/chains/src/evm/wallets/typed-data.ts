import { encodeAbiParameters, hashTypedData, hexToBigInt, parseAbiParameters, recoverAddress, slice } from 'viem/utils';
import type { TypedData } from '@stablecoin/contracts';
import type { Hex } from 'viem';
import { MalformedSignatureError } from '../../chain-wallets';
import type { ApprovalRequest, WalletApproval, WalletContract } from '../../chain-wallets';
import type { EvmNetwork } from '../network';
import { authorizationNonce, validBefore } from '../transfer';

/** The name and version that a token has in its EIP-712 domain. */
export interface TokenName {
  readonly name: string;
  readonly version: string;
}

const PAYMENT = [
  { name: 'safe', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;
const TRANSFER = [
  { name: 'from', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'validAfter', type: 'uint256' },
  { name: 'validBefore', type: 'uint256' },
  { name: 'nonce', type: 'bytes32' },
] as const;
/** Half of the order of secp256k1: of the two forms of a signature, the one with the lower s is the ordinary one. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** What the spender signs for a payment within the limit. */
export function paymentData(
  { address, module }: Pick<WalletContract, 'address' | 'module'>,
  { paymentId, onchainId, to, currency, amount, validUntil }: ApprovalRequest,
  { chainId, tokens }: EvmNetwork,
): TypedData {
  return {
    domain: { name: 'SpendLimitModule', version: '1', chainId, verifyingContract: module },
    types: { Payment: PAYMENT },
    primaryType: 'Payment',
    message: {
      safe: address,
      token: tokens[currency],
      to,
      value: amount,
      validBefore: String(validBefore({ validUntil })),
      nonce: authorizationNonce(identity(paymentId, onchainId)),
    },
  };
}

/** What the owners sign for a payment above it: the token's authorization, wrapped in a message of the Safe. */
export function approvalData(
  { address }: Pick<WalletContract, 'address'>,
  { paymentId, onchainId, to, currency, amount, validUntil }: ApprovalRequest,
  { chainId, tokens }: EvmNetwork,
  token: TokenName,
): WalletApproval {
  const authorization: TypedData = {
    domain: { ...token, chainId, verifyingContract: tokens[currency] },
    types: { TransferWithAuthorization: TRANSFER },
    primaryType: 'TransferWithAuthorization',
    message: {
      from: address,
      to,
      value: amount,
      validAfter: '0',
      validBefore: String(validBefore({ validUntil })),
      nonce: authorizationNonce(identity(paymentId, onchainId)),
    },
  };
  const typedData: TypedData = {
    domain: { chainId, verifyingContract: address },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: encodeAbiParameters(parseAbiParameters('bytes32'), [digestOf(authorization)]) },
  };
  return { authorization, typedData };
}

function identity(id: string, onchainId: string | undefined): Parameters<typeof authorizationNonce>[0] {
  return onchainId === undefined ? { id } : { id, onchainId };
}

/** The EIP-712 digest. */
export function digestOf({ domain, types, primaryType, message }: TypedData): Hex {
  return hashTypedData({ domain: domain as { verifyingContract: Hex }, types, primaryType, message });
}

/**
 * A signature in the form that contracts take: a lower s, and 27 or 28 at its end.
 *
 * @throws {@link MalformedSignatureError}
 */
export function ordinarySignature(signature: string): Hex {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) {
    throw new MalformedSignatureError('a signature is 65 bytes in hex, with 0x before them');
  }
  const [r, s, last] = [slice(signature as Hex, 0, 32), slice(signature as Hex, 32, 64), slice(signature as Hex, 64)];
  const [order, v] = [hexToBigInt(s), Number(last)];
  const parity = v === 0 || v === 27 ? 0 : v === 1 || v === 28 ? 1 : null;
  if (parity === null) throw new MalformedSignatureError('the last byte of a signature is 27 or 28');
  if (order === 0n || order >= ORDER || hexToBigInt(r) === 0n || hexToBigInt(r) >= ORDER) {
    throw new MalformedSignatureError('the bytes are no signature of secp256k1');
  }
  const isLow = order <= HALF_ORDER;
  const low = (isLow ? order : ORDER - order).toString(16).padStart(64, '0');
  return `${r}${low}${(isLow ? parity : 1 - parity) === 0 ? '1b' : '1c'}`;
}

/** @throws {@link MalformedSignatureError} */
export async function signerOfData(data: TypedData, signature: string): Promise<string> {
  const ordinary = ordinarySignature(signature);
  try {
    return await recoverAddress({ hash: digestOf(data), signature: ordinary });
  } catch (error) {
    throw new MalformedSignatureError('the bytes are no signature of secp256k1', { cause: error });
  }
}
