import type { ChainName } from '@stablecoin/contracts';
import type { ApprovalRequest, WalletApproval, WalletApprovals } from '../../chain-wallets';
import { evmNetwork } from '../network';
import { approvalData, signerOfData } from './typed-data';

/** As the tokens of the test networks call themselves. */
const TOKEN = { version: '2' } as const;

/** What can be signed for a wallet of the sandbox. */
export type SandboxWallets = Pick<WalletApprovals, 'approval' | 'recover'>;

/**
 * Approvals of sandbox wallets, made and checked as those of live ones are. They name the chain ids and tokens of the test
 * networks, so that no signature of the sandbox is worth anything on a network with money.
 */
export function sandboxWallets(chain: Exclude<ChainName, 'solana'>): SandboxWallets {
  const network = evmNetwork(chain, 'testnet');
  return {
    approval: (wallet, request: ApprovalRequest): WalletApproval =>
      approvalData(wallet, request, network, { ...TOKEN, name: request.currency }),
    recover: ({ typedData }, signature) => signerOfData(typedData, signature),
  };
}
