import type { ActiveWallet, Wallet, WalletContractView } from '@stablecoin/contracts';
import { formatAmount, type Units } from '@stablecoin/contracts';
import type { WalletSnapshot, WalletView } from '../domain/wallet-events';

/** A wallet as the API shows it: without an address while it cannot be used. */
export function walletResource(wallet: WalletView): Wallet {
  const { status } = wallet;
  return { ...activeWallet(wallet), status, address: status === 'active' ? wallet.address : null };
}

/** An active wallet as the API and events show it. */
export function activeWallet(wallet: WalletSnapshot): ActiveWallet {
  return {
    id: wallet.walletId,
    address: wallet.address,
    owner: wallet.owner,
    chain: wallet.chain,
    spend_limit: wallet.spendLimit === null ? null : decimal(wallet.spendLimit),
    spent_24h: decimal(wallet.spent24h),
    label: wallet.label,
    status: 'active',
    balances: { usdc: decimal(wallet.balances.USDC), eurc: decimal(wallet.balances.EURC) },
    held: { usdc: decimal(wallet.held?.USDC ?? '0'), eurc: decimal(wallet.held?.EURC ?? '0') },
    compliance_ref: wallet.complianceRef,
    approvers: wallet.approvers,
    approval_threshold: wallet.approvalThreshold,
    contract: contractView(wallet),
    livemode: wallet.livemode,
    created_at: new Date(wallet.createdAt).toISOString(),
    metadata: wallet.metadata ?? {},
  };
}

function contractView({ contract, deployed }: WalletSnapshot): WalletContractView | null {
  if (contract === undefined) return null;
  const { type, version, module, spender, owners, threshold } = contract;
  return { type, version, module, deployed: deployed === true, spender, owners, threshold };
}

/** Minor units as the API writes them. */
export function decimal(units: Units): string {
  return formatAmount(BigInt(units));
}
