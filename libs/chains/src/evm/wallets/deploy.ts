import { setTimeout as sleep } from 'node:timers/promises';
import { keccak256 } from 'viem/utils';
import type { Hex } from 'viem';
import { RpcEndpoint } from '../../rpc/rpc-endpoint';
import type { RpcTransport } from '../../rpc/rpc-endpoint';
import { count, hex, quantity, receipt } from '../../rpc/values';
import type { Signer } from '../../signer/signer';
import { FEE_HISTORY, capFees, suggestFees } from '../fees';
import { gasLimitOf } from '../gas-figures';
import type { EvmNetwork } from '../network';
import { signCall } from '../transaction';
import { DEPLOYMENTS, SINGLETON_FACTORY, WALLET_CONTRACTS } from './contracts';

/** One contract that wallets are made of, on one chain. */
export interface WalletContractFound {
  readonly name: string;
  readonly address: string;
  /** `deployed`: just now, by `hash`. `missing` and `different` ones are not ours to deploy. */
  readonly state: 'there' | 'deployed' | 'missing' | 'different';
  readonly hash?: string;
}

const WAIT_MS_MAX = 300_000;
const POLL_MS = 1_000;

/**
 * Deploys our contracts where they are missing, by the singleton factory: anybody may, and their addresses are the same on
 * every chain.
 *
 * @param parts - `sender`: pays the gas
 * @throws Error of one line
 */
export async function deployWalletContracts({
  network,
  transport,
  sender,
  maxFeePerGas,
  deadlineMs,
  now,
}: {
  readonly network: EvmNetwork;
  readonly transport: RpcTransport;
  readonly sender: Signer;
  readonly maxFeePerGas: bigint;
  readonly deadlineMs: number;
  readonly now: () => number;
}): Promise<readonly WalletContractFound[]> {
  const endpoint = new RpcEndpoint({ name: 'the first endpoint', transport, deadlineMs, now });
  const codeAt = async (address: string): Promise<Hex> =>
    hex((await endpoint.results([{ method: 'eth_getCode', params: [address, 'latest'] }]))[0]);
  const [id] = await endpoint.results([{ method: 'eth_chainId', params: [] }]);
  if (count(id) !== network.chainId) throw new Error(`the endpoint's chain id is ${count(id)}, not ${network.chainId}`);

  const found: WalletContractFound[] = [];
  for (const { name, address, codeHash } of WALLET_CONTRACTS) {
    const code = await codeAt(address);
    const deployment = DEPLOYMENTS.find((each) => each.address === address);
    if (code !== '0x') {
      found.push({ name, address, state: keccak256(code) === codeHash ? 'there' : 'different' });
    } else if (deployment === undefined) {
      found.push({ name, address, state: 'missing' });
    } else {
      if ((await codeAt(SINGLETON_FACTORY)) === '0x') throw new Error(`there is no factory at ${SINGLETON_FACTORY}`);
      const hash = await send(endpoint, deployment.data, { network, sender, maxFeePerGas, now });
      if (keccak256(await codeAt(address)) !== codeHash) throw new Error(`${hash} has not deployed ${name}`);
      found.push({ name, address, state: 'deployed', hash });
    }
  }
  return found;
}

/** Sends to the factory, and waits until a block has it. */
async function send(
  endpoint: RpcEndpoint,
  data: Hex,
  parts: {
    readonly network: EvmNetwork;
    readonly sender: Signer;
    readonly maxFeePerGas: bigint;
    readonly now: () => number;
  },
): Promise<string> {
  const { network, sender, maxFeePerGas, now } = parts;
  const [used, history, held, estimate] = await endpoint.results([
    { method: 'eth_getTransactionCount', params: [sender.address, 'pending'] },
    FEE_HISTORY,
    { method: 'eth_getBalance', params: [sender.address, 'latest'] },
    { method: 'eth_estimateGas', params: [{ from: sender.address, to: SINGLETON_FACTORY, data }] },
  ]);
  const fees = capFees(suggestFees(history), maxFeePerGas);
  const gas = gasLimitOf(quantity(estimate));
  if (quantity(held) < gas * fees.maxFeePerGas) {
    throw new Error(`${sender.address} has too little for the gas: it needs ${gas * fees.maxFeePerGas} wei`);
  }
  const call = { chainId: network.chainId, nonce: count(used), to: SINGLETON_FACTORY, data, gas, fees } as const;
  const { hash, bytes } = await signCall(call, sender);
  await endpoint.results([{ method: 'eth_sendRawTransaction', params: [bytes] }]);
  const until = now() + WAIT_MS_MAX;
  while (now() < until) {
    const [answer] = await endpoint.results([{ method: 'eth_getTransactionReceipt', params: [hash] }]);
    const included = receipt(answer, hash);
    if (included !== null) {
      if (included['status'] !== '0x1') throw new Error(`${hash} has failed`);
      return hash;
    }
    await sleep(POLL_MS);
  }
  throw new Error(`${hash} is in no block after ${WAIT_MS_MAX / 60_000} minutes: look for it, and run this again`);
}
