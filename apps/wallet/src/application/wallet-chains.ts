import { MalformedSignatureError, WalletPolicyError, loadSandboxWallets } from '@stablecoin/chains';
import type { ChainWallets, LiveChains, WalletApproval, WalletApprovals } from '@stablecoin/chains';
import type {
  CreateWalletMessage,
  OnchainView,
  OnchainWallet,
  WalletQueries,
  WalletRefusal,
  ChainName,
  Currency,
  Units,
} from '@stablecoin/contracts';
import { CURRENCIES } from '@stablecoin/contracts';
import type { WalletView, SignedTransfer } from '../domain/wallet-events';
import { decimal } from './wallet-resource';

/** What a wallet's contract is made from, as a client asks for it. */
type Asked = Pick<CreateWalletMessage['data'], 'chain' | 'spendLimit' | 'approvers' | 'approvalThreshold'>;

/** The transfer that an approval is about. */
export interface ApprovedTransfer extends SignedTransfer {
  readonly paymentId: string;
  readonly currency: Currency;
  readonly amount: Units;
}

/** Id of a wallet that is never created, used to check whether wallets can be created. */
const NOBODYS = 'wal_00000000000000000000000000';
const PARAMS = { owners: 'approvers', threshold: 'approval_threshold', spendLimit: 'spend_limit' } as const;
const NO_APPROVERS =
  'approvers must not be sent on Solana: payments above the limit cannot be approved there yet. Use base or ethereum for approvers.';

/** The wallets that chains enforce: those of live mode, and what the sandbox has of them. */
export class WalletChains {
  readonly #live: LiveChains['router'] | undefined;
  readonly #sandboxValidityMs: number;

  /** @param sandboxValidityMs - how long a transfer of the sandbox is valid after it was authorized */
  constructor(live: LiveChains | undefined, { sandboxValidityMs }: { readonly sandboxValidityMs: number }) {
    this.#live = live?.router;
    this.#sandboxValidityMs = sandboxValidityMs;
  }

  /** Why a live wallet cannot be created; null: it can. */
  refusal({ livemode, ...asked }: WalletQueries['wallet.refusal']['params']): WalletRefusal | null {
    if (!livemode) return null;
    const { chain } = asked;
    const wallets = this.#wallets(chain);
    if (wallets === null) {
      const message = `Live wallets are not available on ${chain}: its contracts or a spender are not configured.`;
      return { code: 'chain_unavailable', message, param: 'chain' };
    }
    if (asked.approvers.length > 0 && wallets.approvals === null) {
      return { code: 'invalid_request', message: NO_APPROVERS, param: 'approvers' };
    }
    if (asked.approvers.length === 0 && wallets.operator === null) {
      const message =
        'approvers must list who approves payments above the limit: this service has no operator who could.';
      return { code: 'invalid_request', message, param: 'approvers' };
    }
    try {
      contractOf(wallets, NOBODYS, asked);
      return null;
    } catch (error) {
      if (!(error instanceof WalletPolicyError)) throw error;
      return { code: 'invalid_request', message: error.message, param: PARAMS[error.part] };
    }
  }

  /**
   * The contract of a live wallet.
   *
   * @throws Error where the chain has none; WalletPolicyError for one that no chain can have
   */
  contract(walletId: string, asked: Asked): OnchainWallet {
    return contractOf(this.#configured(asked.chain), walletId, asked);
  }

  /**
   * Until when what approvers sign has to be valid; null where they sign nothing.
   *
   * @throws Error where a live chain has no wallets
   */
  validUntil(livemode: boolean, chain: ChainName, approvalExpiresAt: number): number | null {
    if (livemode) return this.#configured(chain).approvals?.approvalValidUntil(approvalExpiresAt) ?? null;
    return chain === 'solana' ? null : approvalExpiresAt + this.#sandboxValidityMs;
  }

  /** What approvers sign; null where they sign nothing. */
  approval(
    wallet: Pick<WalletView, 'livemode' | 'chain' | 'address' | 'contract'>,
    transfer: ApprovedTransfer,
  ): WalletApproval | null {
    const { livemode, chain, address, contract } = wallet;
    return this.#signing(livemode, chain)?.approval(contract ?? { address }, transfer) ?? null;
  }

  /** The address that made a signature; null for an invalid signature. */
  async signerOf(
    { livemode, chain }: Pick<WalletView, 'livemode' | 'chain'>,
    approval: WalletApproval,
    signature: string,
  ): Promise<string | null> {
    try {
      return (await this.#signing(livemode, chain)?.recover(approval, signature)) ?? null;
    } catch (error) {
      if (error instanceof MalformedSignatureError) return null;
      throw error;
    }
  }

  /** The signature of the operator; null when the operator is not an owner of the wallet, or there is none. */
  async signAsOperator(
    { chain, contract }: Pick<WalletView, 'chain' | 'contract'>,
    approval: WalletApproval,
  ): Promise<{ readonly owner: string; readonly signature: string } | null> {
    if (contract === undefined) return null;
    const { operator, approvals } = this.#configured(chain);
    const isOwner = operator !== null && contract.owners.includes(operator);
    return isOwner && approvals !== null ? approvals.signAsOperator(contract, approval) : null;
  }

  /** Address of the operator of live wallets on a chain; null when there is none. */
  operator(chain: ChainName): string | null {
    return this.#wallets(chain)?.operator ?? null;
  }

  /** What a final block says of a live wallet. @throws Error while no majority of its endpoints agrees */
  async state(chain: ChainName, contract: OnchainWallet): Promise<OnchainView> {
    const { block, limit, spent, windowStart, balances } = await this.#configured(chain).state(contract);
    const held = (wanted: Currency): string =>
      decimal(balances.find(({ currency }) => currency === wanted)?.amount ?? '0');
    const [usdc, eurc] = CURRENCIES.map(held) as [string, string];
    return {
      block,
      limit: limit === null ? null : decimal(limit),
      spent: decimal(spent),
      window_start: windowStart === null ? null : new Date(windowStart).toISOString(),
      balances: { usdc, eurc },
    };
  }

  #signing(livemode: boolean, chain: ChainName): Pick<WalletApprovals, 'approval' | 'recover'> | null {
    if (livemode) return this.#configured(chain).approvals;
    return chain === 'solana' ? null : loadSandboxWallets().sandboxWallets(chain);
  }

  #wallets(chain: ChainName): ChainWallets | null {
    return this.#live?.find(chain)?.wallets ?? null;
  }

  #configured(chain: ChainName): ChainWallets {
    const wallets = this.#wallets(chain);
    if (wallets === null) throw new Error(`${chain} has no wallets: its contracts or a spender are not configured`);
    return wallets;
  }
}

/** Without listed approvers, the operator is the one owner. */
function contractOf(
  wallets: ChainWallets,
  walletId: string,
  { approvers, approvalThreshold: threshold, spendLimit }: Asked,
): OnchainWallet {
  const owners = approvers.length > 0 ? approvers : [wallets.operator].filter((each) => each !== null);
  return wallets.contractOf({ walletId, owners, threshold, spendLimit });
}
