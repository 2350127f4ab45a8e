import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { UsageFailure } from '../failure.js';
import { amountOf, compare, type Check, type Claim, type VerifyOptions } from './checks.js';
import { list, quantity, record, type Rpc, text } from './rpc.js';

interface Network {
  readonly name: string;
  readonly chain: string;
  readonly tokens: Readonly<Record<string, string>>;
}

/** The contracts of Circle, by chain id. */
const NETWORKS: Readonly<Record<string, Network>> = {
  '8453': {
    name: 'Base',
    chain: 'base',
    tokens: {
      USDC: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      EURC: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42',
    },
  },
  '84532': {
    name: 'Base Sepolia',
    chain: 'base',
    tokens: {
      USDC: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      EURC: '0x808456652fdb597867f38412077A9182bf77359F',
    },
  },
  '1': {
    name: 'Ethereum',
    chain: 'ethereum',
    tokens: {
      USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      EURC: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c',
    },
  },
  '11155111': {
    name: 'Ethereum Sepolia',
    chain: 'ethereum',
    tokens: {
      USDC: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
      EURC: '0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4',
    },
  },
};

const AUTHORIZATION_USED = hash('AuthorizationUsed(address,bytes32)');
const TRANSFER = hash('Transfer(address,address,uint256)');

interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** The nonce of a payment's authorization: a token takes each only once. */
export function nonceOf({ paymentId, onchainId }: Pick<Claim, 'paymentId' | 'onchainId'>): string {
  return onchainId ?? hash(paymentId);
}

/**
 * Compares a payment on an EVM chain with the receipt of its transaction. Many payments share a transaction, so what
 * counts is the transfer that follows the use of this payment's nonce.
 */
export async function verifyEvm(
  rpc: Rpc,
  claim: Claim,
  { token, confirmationsMin }: VerifyOptions,
): Promise<readonly Check[]> {
  const chainId = quantity(await rpc.call('eth_chainId')).toString();
  const network = NETWORKS[chainId];
  const chain = compare('chain', claim.chain, network?.chain ?? `chain id ${chainId}`);
  if (!chain.ok) return [chain];
  const contract = tokenOf(network, claim, token);
  const answer = await rpc.call('eth_getTransactionReceipt', [claim.txHash]);
  if (answer === null) return [chain, compare('transaction', claim.txHash, undefined)];
  const receipt = record(answer);
  const transaction = compare(
    'transaction',
    claim.txHash.toLowerCase(),
    text(receipt['transactionHash']).toLowerCase(),
  );
  const status = compare('status', 'success', text(receipt['status']) === '0x1' ? 'success' : 'reverted');
  const logs = list(receipt['logs']).map(logOf);
  return [
    chain,
    transaction,
    status,
    ...transferChecks(logs, claim, contract),
    await confirmationsOf(rpc, receipt, confirmationsMin),
  ];
}

function transferChecks(logs: readonly Log[], claim: Claim, contract: string): readonly Check[] {
  const nonce = nonceOf(claim);
  const wallet = claim.wallet?.toLowerCase();
  const place = logs.findIndex(({ address, topics: [event, authorizer = '', used] }) => {
    const isOfPayer = wallet === undefined ? address === contract : addressIn(authorizer) === wallet;
    return event === AUTHORIZATION_USED && used === nonce && isOfPayer;
  });
  const authorization = compare('nonce', nonce, place < 0 ? undefined : nonce);
  if (place < 0) return [authorization];
  const payer = addressIn(logs[place]?.topics[1] ?? '');
  const transfer = logs.slice(place + 1).find(({ address, topics: [event, from = ''] }) => {
    return address === contract && event === TRANSFER && addressIn(from) === payer;
  });
  const amount = `${amountOf(claim.units)} ${claim.currency}`;
  if (transfer === undefined) return [authorization, compare('transfer', amount, undefined)];
  return [
    authorization,
    ...(wallet === undefined ? [] : [compare('sender', wallet, payer)]),
    compare('recipient', claim.to.toLowerCase(), addressIn(transfer.topics[2] ?? '')),
    compare('amount', amount, `${amountOf(quantity(transfer.data))} ${claim.currency}`),
  ];
}

/** Blocks on top of the transaction's, and itself, as long as the block is still of the chain. */
async function confirmationsOf(rpc: Rpc, receipt: Readonly<Record<string, unknown>>, min: number): Promise<Check> {
  const number = text(receipt['blockNumber']);
  const latest = quantity(await rpc.call('eth_blockNumber'));
  const block = await rpc.call('eth_getBlockByNumber', [number, false]);
  const isOfChain = block !== null && text(record(block)['hash']) === text(receipt['blockHash']);
  const count = isOfChain ? latest - quantity(number) + 1n : 0n;
  return { check: 'confirmations', claimed: `at least ${min}`, found: `${count}`, ok: count >= BigInt(min) };
}

function tokenOf(network: Network | undefined, { currency, chain }: Claim, given: string | undefined): string {
  const token = given ?? network?.tokens[currency];
  if (token === undefined) throw new UsageFailure(`Give --token, the contract of ${currency} on ${chain}.`);
  if (!/^0x[0-9a-fA-F]{40}$/.test(token)) throw new UsageFailure('--token must be an address: 0x and 40 hex digits.');
  return token.toLowerCase();
}

function logOf(value: unknown): Log {
  const { address, topics, data } = record(value);
  const read = { address: text(address), topics: list(topics).map(text), data: text(data) };
  return { ...read, address: read.address.toLowerCase(), topics: read.topics.map((each) => each.toLowerCase()) };
}

/** The address in the last 20 bytes of a topic. */
function addressIn(topic: string): string {
  return `0x${topic.slice(-40)}`;
}

function hash(of: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(of)))}`;
}
