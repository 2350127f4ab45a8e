import type { Authorization } from '../transfers';
import type { EvmChain } from '../evm/evm-chain';
import { openEvmChain } from '../evm/open-evm-chain';
import type { OpenEvmChainOptions } from '../evm/open-evm-chain';
import { httpTransport } from '../rpc/rpc-endpoint';
import type { RpcTransport } from '../rpc/rpc-endpoint';
import type { LocalEvm } from '../local/local-evm';
import type { VmChain } from './vm-chain';

export const VALIDITY_MS = 60_000;
const DEADLINE_MS = 60_000;
export const GWEI = 10n ** 9n;

/** What a chain has logged. */
export interface Logged {
  readonly level: 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/** What the adapter is opened on. */
type Local = LocalEvm | VmChain;

/** Opens the adapter on a local chain, over as many endpoints as transports are given; one by default. */
export async function openOn(
  local: Local,
  transports: readonly RpcTransport[] = [transportOf(local)],
  { logged = [], ...given }: Partial<OpenEvmChainOptions> & { readonly logged?: Logged[] } = {},
): Promise<EvmChain> {
  const { network, treasury, relayers } = local;
  return openEvmChain({
    network,
    endpoints: transports.map((transport, index) => ({ name: `endpoint ${index + 1}`, transport })),
    deadlineMs: DEADLINE_MS,
    treasury,
    relayers,
    walletSigners: { spender: local.spender, operator: local.approver },
    validityMs: VALIDITY_MS,
    etherPrice: 4_000_000_000n,
    maxFeePerGas: 500n * GWEI,
    log: {
      warn: (fields, message) => void logged.push({ level: 'warn', fields, message }),
      error: (fields, message) => void logged.push({ level: 'error', fields, message }),
    },
    now: () => local.now(),
    ...given,
  });
}

/** The way to a local chain without any fault. */
export function transportOf(local: Local): RpcTransport {
  return 'transport' in local ? local.transport : httpTransport(local.anvil.url);
}

let made = 0;

/** An address that nobody has paid before. */
export function newRecipient(): string {
  made += 1;
  return `0x${(0xabcd0000n + BigInt(made)).toString(16).padStart(40, '0')}`;
}

/** A new authorization as the chain grants it now. */
export function newAuthorization(local: Local, chain: EvmChain, given: Partial<Authorization> = {}): Authorization {
  made += 1;
  const at = local.now();
  const granted = chain.authorize({ chain: local.network.chain, at });
  return {
    id: `pay_${made}`,
    chain: local.network.chain,
    to: newRecipient(),
    amount: '12500000',
    currency: 'USDC',
    memo: null,
    authorizedAt: at,
    ...granted,
    ...given,
  };
}
