import { CURRENCIES, type TypedData } from '@stablecoin/contracts';
import { concatHex, encodeFunctionData, hexToBytes, parseAbi, toHex } from 'viem/utils';
import type { Hex } from 'viem';
import type { ApprovalRequest, WalletContract, WalletPolicy } from '../chain-wallets';
import { LIMITED_SAFES, MODULE, MODULE_ABI, NOBODY } from '../evm/wallets/contracts';
import { readTransaction } from '../evm/transaction';
import { creationCall, safeOf } from '../evm/wallets/safe';
import { digestOf, paymentData } from '../evm/wallets/typed-data';
import type { LocalEvm } from '../local/local-evm';
import type { Signer } from '../signer/signer';
import { count, toQuantity } from '../rpc/values';

/** Accounts that anvil holds the keys of; nobody trusts the second. */
export const [SOMEBODY, STRANGER] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const;
const SAFE_TX_ABI = parseAbi([
  'function nonce() view returns (uint256)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) returns (bool)',
]);
const SAFE_TX = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'nonce', type: 'uint256' },
] as const;

let made = 0;

/** A wallet that is not there yet: of the local approver alone, with a limit of 100.00. */
export function newWallet(
  local: Pick<LocalEvm, 'approver' | 'spender' | 'network'>,
  given: Partial<WalletPolicy> = {},
  spender = local.spender.address,
): WalletContract {
  made += 1;
  const policy = { walletId: `wlt_${made}`, owners: [local.approver.address], threshold: 1, spendLimit: '100000000' };
  return safeOf({ ...(policy as WalletPolicy), ...given }, spender, local.network.tokens);
}

/** Signs typed data as a wallet program does: r, s and 27 or 28. */
export async function signTyped(signer: Signer, data: TypedData): Promise<Hex> {
  const signature = await signer.sign(hexToBytes(digestOf(data)));
  return concatHex([toHex(signature.subarray(0, 64)), signature[64] === 0 ? '0x1b' : '0x1c']);
}

/** The call with which the spender pays. */
export async function payCall(
  { network, spender }: LocalEvm,
  wallet: WalletContract,
  request: ApprovalRequest,
  signer: Signer = spender,
): Promise<Hex> {
  const data = paymentData(wallet, request, network);
  return payCallOf(data, await signTyped(signer, data));
}

export function payCallOf({ message }: TypedData, signature: Hex): Hex {
  const { safe, token, to, value, validBefore, nonce } = message as Record<string, string>;
  const payment = {
    safe: safe as Hex,
    token: token as Hex,
    to: to as Hex,
    value: BigInt(value ?? ''),
    validBefore: BigInt(validBefore ?? ''),
    nonce: nonce as Hex,
  };
  const [r, s] = [`0x${signature.slice(2, 66)}`, `0x${signature.slice(66, 130)}`] as const;
  return encodeFunctionData({
    abi: MODULE_ABI,
    functionName: 'pay',
    args: [payment, Number(`0x${signature.slice(130)}`), r, s],
  });
}

/** Sends a call in a block of its own. `from` may be any address. @returns whether it stands there, and took effect */
export async function sendIn(local: LocalEvm, to: string, data: Hex, from: string = SOMEBODY): Promise<boolean> {
  const { anvil } = local;
  if (from !== SOMEBODY && from !== STRANGER) {
    await anvil.rpc('anvil_impersonateAccount', from);
    await local.setGas(from, 10n ** 20n);
  }
  const hash = await anvil.rpc('eth_sendTransaction', { from, to, data, gas: '0x2dc6c0' });
  await local.pass(1_000);
  const receipt = (await anvil.rpc('eth_getTransactionReceipt', hash)) as { readonly status: Hex } | null;
  return receipt !== null && count(receipt.status) === 1;
}

/** A wallet that is not there yet, and has 1,000.00 of each currency. */
export async function fundedWallet(local: LocalEvm, given: Partial<WalletPolicy> = {}): Promise<WalletContract> {
  const wallet = newWallet(local, given);
  for (const currency of CURRENCIES) await local.administer(currency, 'mint', wallet.address, 1_000_000_000n);
  return wallet;
}

export async function deployWallet(local: LocalEvm, wallet: WalletContract): Promise<void> {
  await sendIn(local, LIMITED_SAFES, creationCall(wallet, local.network.tokens));
}

/** Has owners carry out a call by the Safe alone, as its own programs do: nothing of this service is asked. */
export async function execBySafe(
  local: LocalEvm,
  { address }: WalletContract,
  owners: readonly Signer[],
  to: string,
  data: Hex,
): Promise<boolean> {
  const read = encodeFunctionData({ abi: SAFE_TX_ABI, functionName: 'nonce' });
  const nonce = BigInt((await local.anvil.rpc('eth_call', { to: address, data: read }, 'latest')) as string);
  const typed: TypedData = {
    domain: { chainId: local.network.chainId, verifyingContract: address },
    types: { SafeTx: SAFE_TX },
    primaryType: 'SafeTx',
    message: {
      to,
      value: '0',
      data,
      operation: '0',
      safeTxGas: '0',
      baseGas: '0',
      gasPrice: '0',
      gasToken: NOBODY,
      refundReceiver: NOBODY,
      nonce: String(nonce),
    },
  };
  const sorted = [...owners].sort((one, other) => (one.address.toLowerCase() < other.address.toLowerCase() ? -1 : 1));
  const signatures = concatHex(await Promise.all(sorted.map((owner) => signTyped(owner, typed))));
  const args = [to as Hex, 0n, data, 0, 0n, 0n, 0n, NOBODY, NOBODY, signatures] as const;
  return sendIn(
    local,
    address,
    encodeFunctionData({ abi: SAFE_TX_ABI, functionName: 'execTransaction', args }),
    STRANGER,
  );
}

/** Has owners set another policy, in a block of its own. @param spender - null: nobody */
export async function changePolicy(
  local: LocalEvm,
  wallet: WalletContract,
  owners: readonly Signer[],
  { spender, limit }: { readonly spender: string | null; readonly limit: bigint },
): Promise<boolean> {
  const args = [(spender ?? NOBODY) as Hex, limit, []] as const;
  const data = encodeFunctionData({ abi: MODULE_ABI, functionName: 'setPolicy', args });
  return execBySafe(local, wallet, owners, MODULE, data);
}

/** Has a stranger send what a transaction says, from an account of their own; it takes effect with the next block. */
export async function replay({ anvil }: LocalEvm, bytes: string): Promise<void> {
  const { to, data, gas } = readTransaction(bytes);
  await anvil.rpc('eth_sendTransaction', { from: STRANGER, to, data, gas: toQuantity(gas) });
}
