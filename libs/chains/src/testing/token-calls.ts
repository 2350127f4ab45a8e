import {
  concatHex,
  decodeEventLog,
  decodeFunctionResult,
  encodeFunctionData,
  hashTypedData,
  hexToBytes,
  numberToHex,
  parseAbi,
} from 'viem/utils';
import type { Abi, Hex } from 'viem';
import type { KeySigner } from '../evm/signer/key-signer';
import { splitSignature } from '../evm/transfer';
import type { LocalEvm } from '../local/local-evm';
import { TOKEN_NAMES } from '../local/token';

const AUTHORIZED = 'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce';
const ABI: Abi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'function currency() view returns (string)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function isBlacklisted(address) view returns (bool)',
  'function authorizationState(address, bytes32) view returns (bool)',
  'function nonces(address) view returns (uint256)',
  'function minterAllowance(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function transferFrom(address from, address to, uint256 value) returns (bool)',
  'function mint(address to, uint256 amount) returns (bool)',
  'function burn(uint256 amount)',
  'function configureMinter(address minter, uint256 allowance) returns (bool)',
  'function pause()',
  'function unpause()',
  'function blacklist(address account)',
  'function unBlacklist(address account)',
  `function transferWithAuthorization(${AUTHORIZED}, bytes signature)`,
  `function transferWithAuthorization(${AUTHORIZED}, uint8 v, bytes32 r, bytes32 s)`,
  `function receiveWithAuthorization(${AUTHORIZED}, bytes signature)`,
  `function receiveWithAuthorization(${AUTHORIZED}, uint8 v, bytes32 r, bytes32 s)`,
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, bytes signature)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event Mint(address indexed minter, address indexed to, uint256 amount)',
  'event Burn(address indexed burner, uint256 amount)',
  'event MinterConfigured(address indexed minter, uint256 minterAllowedAmount)',
  'event Blacklisted(address indexed account)',
  'event UnBlacklisted(address indexed account)',
  'event Pause()',
  'event Unpause()',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
]);
const AUTHORIZATION = AUTHORIZED.split(', ').map((field) => {
  const [type = '', name = ''] = field.split(' ');
  return { type, name };
});
const TYPES = {
  TransferWithAuthorization: AUTHORIZATION,
  ReceiveWithAuthorization: AUTHORIZATION,
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
};
export type SignedKind = keyof typeof TYPES;
/** Fields in the order of the function that takes them. */
export type SignedMessage = Readonly<Record<string, string | bigint>>;

/** Calls USDC on a local chain as anybody may, to see what the contract does. */
export class TokenCalls {
  constructor(readonly local: LocalEvm) {}

  get token(): Hex {
    return this.local.network.tokens.USDC as Hex;
  }

  /** The reason why a call is refused; null where it is not. Nothing is sent. */
  async refusal(from: string, functionName: string, ...args: readonly unknown[]): Promise<string | null> {
    const call = { from, to: this.token, data: encode(functionName, args) };
    return this.local.anvil.rpc('eth_call', call, 'latest').then(
      () => null,
      (error: unknown) => String(error).replace(/^.*execution reverted: (revert: )?/, ''),
    );
  }

  async read(functionName: string, ...args: readonly unknown[]): Promise<unknown> {
    const call = { to: this.token, data: encode(functionName, args) };
    const data = (await this.local.anvil.rpc('eth_call', call, 'latest')) as Hex;
    return decodeFunctionResult({ abi: ABI, functionName, data });
  }

  /** Sends a call in a block of its own. @returns its events with their values, in order; null where it reverted */
  async events(from: string, functionName: string, ...args: readonly unknown[]): Promise<unknown> {
    const { anvil } = this.local;
    await anvil.rpc('anvil_impersonateAccount', from);
    await this.local.setGas(from, 10n ** 18n);
    const call = { from, to: this.token, data: encode(functionName, args), gas: '0x493e0' };
    const hash = await anvil.rpc('eth_sendTransaction', call);
    await this.local.pass(1_000);
    const receipt = (await anvil.rpc('eth_getTransactionReceipt', hash)) as {
      readonly status: Hex;
      readonly logs: readonly { readonly topics: [Hex, ...Hex[]]; readonly data: Hex }[];
    };
    if (receipt.status !== '0x1') return null;
    return receipt.logs.map(({ topics, data }) => {
      const { eventName, args: values } = decodeEventLog({ abi: ABI, topics, data });
      return [eventName, ...Object.values(values ?? {})];
    });
  }

  async sign(signer: KeySigner, primaryType: SignedKind, message: SignedMessage): Promise<Hex> {
    const { chain, chainId } = this.local.network;
    const domain = { name: TOKEN_NAMES[chain].USDC, version: '2', chainId, verifyingContract: this.token };
    const digest = hashTypedData({ domain, types: TYPES, primaryType, message });
    const { r, s, v } = splitSignature(await signer.sign(hexToBytes(digest)));
    return concatHex([r, s, numberToHex(v)]);
  }
}

/** A signature as the functions with `v, r, s` take it. */
export function inParts(signature: Hex): readonly unknown[] {
  return [Number(`0x${signature.slice(130)}`), `0x${signature.slice(2, 66)}`, `0x${signature.slice(66, 130)}`];
}

function encode(functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: ABI, functionName, args });
}
