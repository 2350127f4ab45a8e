import { concatHex, encodeFunctionData, hexToBytes, parseAbi, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import type { Authorization } from '../../transfers';
import type { Payer } from '../../chain-wallets';
import type { Signer } from '../../signer/signer';
import { memoGas } from '../gas-figures';
import type { GasFigures } from '../gas-figures';
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
 * Gas that the parts of a payment may use at most beside the storage slots that they write for the first time, and how
 * many slots these are. The calls that run a wallet's own code are bounded by it on chain too. Measured: see "Wallets on
 * chain" in docs/chains.md.
 */
const GAS = { payment: 130_000n, approval: 115_000n, perSignature: 15_000n, around: 30_000n };
/** A payment writes its nonce, the recipient's balance, and within the limit what was spent in the window. */
const SLOTS = { payment: 3n, approval: 2n };
/** The code and the account of a new Safe cost as much as some slots where state is dear. */
const CREATION = { gas: 60_000n, slots: 15n, perOwner: 3_000n, slotsPerOwner: 1n };

/** What a wallet's payment may use at most, without the wallet's creation. */
export function paymentGas({ payer: { wallet, approval }, memo }: WalletPayment, figures: GasFigures): bigint {
  return GAS.around + memoGas(memo) + boundOf(approval === null ? null : wallet.threshold, figures);
}

export function creationGas({ payer: { wallet } }: WalletPayment, { slot }: GasFigures): bigint {
  const owners = BigInt(wallet.owners.length);
  return CREATION.gas + CREATION.perOwner * owners + (CREATION.slots + CREATION.slotsPerOwner * owners) * slot;
}

/** The call that deploys the wallet of a payment. */
export function createCall(payment: WalletPayment, { tokens }: EvmNetwork, figures: GasFigures): TransferCall {
  const data = creationCall(payment.payer.wallet, tokens);
  return { target: LIMITED_SAFES, data, gas: creationGas(payment, figures) };
}

/**
 * The call that makes a wallet's payment: by the spender, which the module keeps within the limit, or by the owners, whom
 * the token asks through the wallet. The memo stands behind it, and is read by neither.
 */
export async function walletCall(
  payment: WalletPayment,
  {
    network,
    spender,
    figures,
  }: { readonly network: EvmNetwork; readonly spender: Signer; readonly figures: GasFigures },
): Promise<TransferCall> {
  const { wallet, approval } = payment.payer;
  const isWithin = approval === null;
  const target = isWithin ? wallet.module : network.tokens[payment.currency];
  const call = isWithin ? await spenderCall(payment, network, spender) : ownersCall(payment);
  const data = payment.memo === null ? call : concatHex([call, toHex(payment.memo)]);
  const bounded = encodeFunctionData({
    abi: LIMITED_SAFES_ABI,
    functionName: 'callWithin',
    args: [boundOf(isWithin ? null : wallet.threshold, figures), target as Hex, data],
  });
  return { target: LIMITED_SAFES, data: bounded, gas: paymentGas(payment, figures) };
}

/** @param signatures - that owners have made; null: the spender has signed */
function boundOf(signatures: number | null, { slot }: GasFigures): bigint {
  return signatures === null
    ? GAS.payment + SLOTS.payment * slot
    : GAS.approval + GAS.perSignature * BigInt(signatures) + SLOTS.approval * slot;
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
