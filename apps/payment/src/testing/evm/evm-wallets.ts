import { createHash } from 'node:crypto';
import type { OwnerSignature, WalletApprovals, WalletContract } from '@stablecoin/chains';
import { EvmKeySigner, changePolicy, deployWallet, fundedWallet, signTyped } from '@stablecoin/chains/testing';
import type { LocalEvm } from '@stablecoin/chains/testing';
import type { WalletPayer } from '@stablecoin/contracts';
import { toUnits } from '@stablecoin/contracts';
import type { SecretBox } from '@stablecoin/security';

/** What the module of each wallet lets the spender pay within 24 hours. */
export const WALLET_LIMIT = 5_000_000n;
const [OWNERS, THRESHOLD] = [3, 2];

/** What owners sign. */
export interface Approved {
  readonly paymentId: string;
  readonly onchainId: string;
  readonly to: string;
  readonly amount: bigint;
  readonly validUntil: number;
}

let made = 0;

/** A wallet whose limit the chain enforces, with the keys of its owners. */
export class EvmWallet {
  readonly #owners: readonly EvmKeySigner[];
  /** Owners have changed what this service may do with it. */
  isChanged = false;

  private constructor(
    private readonly local: LocalEvm,
    readonly contract: WalletContract,
    owners: readonly EvmKeySigner[],
  ) {
    this.#owners = owners;
  }

  /** One that nobody has deployed yet, and that has money from the next block on. */
  static async create(local: LocalEvm): Promise<EvmWallet> {
    const owners = Array.from({ length: OWNERS }, () => new EvmKeySigner(newKey()));
    const addresses = owners.map(({ address }) => address);
    const policy = { owners: addresses, threshold: THRESHOLD, spendLimit: toUnits(WALLET_LIMIT) };
    return new EvmWallet(local, await fundedWallet(local, policy), owners);
  }

  get id(): string {
    return this.contract.walletId;
  }

  /** As many owners as it takes approve a payment; the wallet service tells of it with their signatures sealed. */
  async approve(
    { paymentId, onchainId, to, amount, validUntil }: Approved,
    wallets: WalletApprovals,
    secrets: SecretBox,
  ): Promise<WalletPayer> {
    const wallet = this.contract;
    const request = { paymentId, onchainId, to, amount: toUnits(amount), currency: 'USDC' as const, validUntil };
    const { typedData } = wallets.approval(wallet, request);
    const signed = this.#owners.slice(0, THRESHOLD).map(async (owner): Promise<OwnerSignature> => {
      return { owner: owner.address, signature: await signTyped(owner, typedData) };
    });
    const signatures = (await Promise.all(signed)).map(({ owner, signature }) => ({
      owner,
      sealed: secrets.seal(signature, 'approval signature'),
    }));
    return { wallet, approval: { validUntil, signatures } };
  }

  /** Somebody deploys it, in a block of its own. */
  deploy(): Promise<void> {
    return deployWallet(this.local, this.contract);
  }

  async isDeployed(): Promise<boolean> {
    return (await this.local.anvil.rpc('eth_getCode', this.contract.address, 'latest')) !== '0x';
  }

  /** Its owners set another policy, in a block of its own. @param limit - null: nobody may pay within it any more */
  async change(limit: bigint | null): Promise<void> {
    this.isChanged = true;
    const { spender } = this.contract;
    const policy = limit === null ? { spender: null, limit: WALLET_LIMIT } : { spender, limit };
    await changePolicy(this.local, this.contract, this.#owners, policy);
  }
}

function newKey(): Buffer {
  made += 1;
  return createHash('sha256').update(`owner ${made}`).digest();
}
