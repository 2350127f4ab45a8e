import { getContractAddress, keccak256, pad, parseAbi } from 'viem/utils';
import type { Hex } from 'viem';
import artifacts from '../contracts/artifacts.json';

/** Safe 1.4.1 at its canonical addresses, which are the same on every chain. */
export const SAFE = '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762';
export const SAFE_FACTORY = '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67';
export const SAFE_HANDLER = '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99';
/** Deploys what it is sent at an address that follows from the salt and the code. */
export const SINGLETON_FACTORY = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7';
/** keccak256 of a proxy's creation code with the address of {@link SAFE} behind it. */
export const PROXY_CODE_HASH: Hex = '0xe298282cefe913ab5d282047161268a8222e4bd4ed106300c547894bbefd31ee';

export const NOBODY = '0x0000000000000000000000000000000000000000';

const SALT = pad('0x0', { size: 32 });
const at = (bytecode: string): Hex =>
  getContractAddress({ opcode: 'CREATE2', from: SINGLETON_FACTORY, salt: SALT, bytecode: bytecode as Hex });

/** Our own contracts. Their addresses follow from their code: a change of one is another contract. */
export const MODULE = at(artifacts.SpendLimitModule.bytecode);
export const LIMITED_SAFES = at(artifacts.LimitedSafes.bytecode);

/** What the {@link SINGLETON_FACTORY} is sent to deploy our contracts: the salt, and the creation code behind it. */
export const DEPLOYMENTS: readonly { readonly name: string; readonly address: Hex; readonly data: Hex }[] = [
  { name: 'SpendLimitModule', address: MODULE, data: `${SALT}${artifacts.SpendLimitModule.bytecode.slice(2)}` },
  { name: 'LimitedSafes', address: LIMITED_SAFES, data: `${SALT}${artifacts.LimitedSafes.bytecode.slice(2)}` },
];

/** Everything that wallets are made of, with the hash of its code. */
export const WALLET_CONTRACTS: readonly { readonly name: string; readonly address: Hex; readonly codeHash: Hex }[] = [
  {
    name: 'SafeL2 1.4.1',
    address: SAFE,
    codeHash: '0xb1f926978a0f44a2c0ec8fe822418ae969bd8c3f18d61e5103100339894f81ff',
  },
  {
    name: 'SafeProxyFactory 1.4.1',
    address: SAFE_FACTORY,
    codeHash: '0x50c3cdc4074750a7a974204a716c999edd37482f907608d960b2b025ee0b3317',
  },
  {
    name: 'CompatibilityFallbackHandler 1.4.1',
    address: SAFE_HANDLER,
    codeHash: '0x7c6007a5d711cea8dfd5d91f5940ec29c7f200fe511eb1fc1397b367af3c42f9',
  },
  {
    name: 'SpendLimitModule',
    address: MODULE,
    codeHash: keccak256(artifacts.SpendLimitModule.deployedBytecode as Hex),
  },
  {
    name: 'LimitedSafes',
    address: LIMITED_SAFES,
    codeHash: keccak256(artifacts.LimitedSafes.deployedBytecode as Hex),
  },
];

export const SAFE_ABI = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function isModuleEnabled(address module) view returns (bool)',
  'function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)',
]);

export const MODULE_ABI = parseAbi([
  'struct Payment { address safe; address token; address to; uint256 value; uint256 validBefore; bytes32 nonce; }',
  'function pay(Payment payment, uint8 v, bytes32 r, bytes32 s)',
  'function setPolicy(address spender, uint96 limit, address[] tokens)',
  'function removeToken(address token)',
  'function cancel(bytes32 nonce)',
  'function policies(address safe) view returns (address spender, uint96 limit, uint96 spent, uint64 windowStart)',
  'function isAllowed(address safe, address token) view returns (bool)',
  'function authorizationState(address safe, bytes32 nonce) view returns (bool)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'error Expired()',
  'error UsedOrCanceled()',
  'error InvalidSignature()',
  'error TokenNotAllowed()',
  'error LimitExceeded()',
  'error TransferFailed()',
]);

export const LIMITED_SAFES_ABI = parseAbi([
  'function create(address safe, bytes initializer, uint256 saltNonce)',
  'function callWithin(uint256 gasMax, address target, bytes data)',
  'function setUp(address module, address spender, uint96 limit, address[] tokens)',
]);
