import { concatHex, encodeFunctionData, hexToBytes, parseAbi, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import type { Authorization } from '../../chain';
import type { Payer } from '../../chain-wallets';
import type { Signer } from '../../signer/signer';
import type { EvmNetwork } from '../network';
import type { TransferCall } from '../transaction';
import { authorizationNonce, splitSignature, validBefore } from '../transfer';
import { LIMITED_SAFES, LIMITED_SAFES_ABI, MODULE_ABI } from './contracts';
import { creationCall, packSignatures } from './safe';
import { digestOf, ordinarySignature, paymentData } from './typed-data';

/** A payment of a wallet. */
export type WalletPayment = Authorization & { readonly payer: Payer };

const TOKEN_ABI = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
]);

/**
 * Gas that the parts of a payment may use at most. The calls that run a wallet's own code are bounded by it on chain
 * too. Measured: see "Wallets on chain" in docs/chains.md.
 */
const GAS = { payment: 200_000n, approval: 170_000n, perSignature: 15_000n, perMemoByte: 40n, around: 30_000n };
const CREATION_GAS = { base: 400_000n, perOwner: 40_000n };

/** What a wallet's payment may use at most, without the wallet's creation. */
export function paymentGas({ payer: { wallet, approval }, memo }: WalletPayment): bigint {
  const memoGas = GAS.perMemoByte * BigInt(memo === null ? 0 : Buffer.byteLength(memo));
  return GAS.around + memoGas + boundOf(approval === null ? null : wallet.threshold);
}

export function creationGas({ payer: { wallet } }: WalletPayment): bigint {
  return CREATION_GAS.base + CREATION_GAS.perOwner * BigInt(wallet.owners.length);
}

/** The call that deploys the wallet of a payment. */
export function createCall(payment: WalletPayment, { tokens }: EvmNetwork): TransferCall {
  return { target: LIMITED_SAFES, data: creationCall(payment.payer.wallet, tokens), gas: creationGas(payment) };
}

/**
 * The call that makes a wallet's payment: by the spender, which the module keeps within the limit, or by the owners, whom
 * the token asks through the wallet. The memo stands behind it, and is read by neither.
 */
export async function walletCall(
  payment: WalletPayment,
  { network, spender }: { readonly network: EvmNetwork; readonly spender: Signer },
): Promise<TransferCall> {
  const { wallet, approval } = payment.payer;
  const isWithin = approval === null;
  const target = isWithin ? wallet.module : network.tokens[payment.currency];
  const call = isWithin ? await spenderCall(payment, network, spender) : ownersCall(payment);
  const data = payment.memo === null ? call : concatHex([call, toHex(payment.memo)]);
  const bounded = encodeFunctionData({
    abi: LIMITED_SAFES_ABI,
    functionName: 'callWithin',
    args: [boundOf(isWithin ? null : wallet.threshold), target as Hex, data],
  });
  return { target: LIMITED_SAFES, data: bounded, gas: paymentGas(payment) };
}

/** @param signatures - that owners have made; null: the spender has signed */
function boundOf(signatures: number | null): bigint {
  return signatures === null ? GAS.payment : GAS.approval + GAS.perSignature * BigInt(signatures);
}

async function spenderCall(payment: WalletPayment, network: EvmNetwork, spender: Signer): Promise<Hex> {
  const { payer, to, amount, currency } = payment;
  const data = paymentData(payer.wallet, { ...payment, paymentId: payment.id }, network);
  const { r, s, v } = splitSignature(await spender.sign(hexToBytes(digestOf(data))));
  const struct = {
    safe: payer.wallet.address as Hex,
    token: network.tokens[currency] as Hex,
    to: to as Hex,
    value: BigInt(amount),
    validBefore: BigInt(validBefore(payment)),
    nonce: authorizationNonce(payment),
  };
  return encodeFunctionData({ abi: MODULE_ABI, functionName: 'pay', args: [struct, v, r, s] });
}

function ownersCall(payment: WalletPayment): Hex {
  const { wallet, approval } = payment.payer;
  const signatures = (approval ?? []).map(({ owner, signature }) => ({
    owner,
    signature: ordinarySignature(signature),
  }));
  return encodeFunctionData({
    abi: TOKEN_ABI,
    functionName: 'transferWithAuthorization',
    args: [
      wallet.address as Hex,
      payment.to as Hex,
      BigInt(payment.amount),
      0n,
      BigInt(validBefore(payment)),
      authorizationNonce(payment),
      packSignatures(signatures, wallet),
    ],
  });
}
