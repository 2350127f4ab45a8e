import { ServiceError } from '@stablecoin/contracts';
import type { Currency, TypedData, Units } from '@stablecoin/contracts';

/** A wallet that pays, and on whose word. */
export interface Payer {
  readonly wallet: WalletContract;
  /**
   * Null: the spender signs, and the chain enforces the limit. Otherwise at least `threshold` owners have signed
   * {@link WalletApprovals.approval} of exactly this transfer, with the authorization's `validUntil`; no limit applies.
   */
  readonly approval: readonly OwnerSignature[] | null;
}

/** An owner's signature of an approval: 65 bytes in hex. Keep it like a secret until it is broadcast. */
export interface OwnerSignature {
  readonly owner: string;
  readonly signature: string;
}

/**
 * Why a chain refuses a wallet's payment. `spend_limit_onchain`: its limit for 24 hours does not allow it.
 * `wallet_policy_changed`: the owners have changed what this service may do, such as its key or the tokens it may pay.
 * `wallet_blocklisted`: the token's issuer has blocked the wallet.
 */
export type WalletRefusal = 'spend_limit_onchain' | 'wallet_policy_changed' | 'wallet_blocklisted';

/** What a wallet is created with. All of it is part of the wallet's address. */
export interface WalletPolicy {
  readonly walletId: string;
  /** Who approves payments above the limit. */
  readonly owners: readonly string[];
  /** How many owners have to approve. */
  readonly threshold: number;
  /** In every 24 hours, USDC and EURC together; null: no limit. */
  readonly spendLimit: Units | null;
}

/** A wallet on chain. Store it at creation: configuration may change, this never does. */
export interface WalletContract extends WalletPolicy {
  readonly address: string;
  /** `safe`: a Safe with a module that keeps the limit. `spl_multisig`: a multisig of Solana's token program. */
  readonly type: 'safe' | 'spl_multisig';
  readonly version: string;
  /** The contract or program that enforces the limit. */
  readonly module: string;
  /** The key that pays within the limit. */
  readonly spender: string;
}

/** What the owners of a wallet sign. */
export interface WalletApproval {
  /** The transfer itself: EIP-3009 `TransferWithAuthorization` of the token. */
  readonly authorization: TypedData;
  /** The `SafeMessage` of its EIP-712 digest: this is what an owner signs. */
  readonly typedData: TypedData;
}

/** A transfer that owners are asked to approve. */
export interface ApprovalRequest {
  readonly paymentId: string;
  /** See {@link Authorization}. */
  readonly onchainId?: string;
  readonly to: string;
  readonly currency: Currency;
  readonly amount: Units;
  /** The `validUntil` that the payment's authorization has to have: see {@link WalletApprovals.approvalValidUntil}. */
  readonly validUntil: number;
}

/** What a wallet holds and has spent, in a final block. */
export interface WalletState {
  readonly block: number;
  readonly isDeployed: boolean;
  /** Address of the key that pays within the limit; null when there is none. */
  readonly spender: string | null;
  /** In every 24 hours; null: no limit. */
  readonly limit: Units | null;
  /** In the window that began at `windowStart`; 0 when that is over. */
  readonly spent: Units;
  /** In milliseconds since the epoch; null before the first payment, and when the window is over. */
  readonly windowStart: number | null;
  readonly balances: readonly { readonly currency: Currency; readonly amount: Units }[];
}

/** A wallet that no chain can have, or that could be spent from against its policy. */
export class WalletPolicyError extends ServiceError {
  readonly code = 'wallet_policy_invalid';
  readonly retry = 'bounded';

  constructor(
    readonly part: 'owners' | 'threshold' | 'spendLimit',
    message: string,
  ) {
    super(message);
  }
}

/** A signature that no key can have made. */
export class MalformedSignatureError extends ServiceError {
  readonly code = 'signature_malformed';
  readonly retry = 'bounded';
}

/** What a wallet may still spend, and its money, in a final block. Amounts are in minor units. */
export interface AllowanceState {
  /** The time of that block, in milliseconds since the epoch. */
  readonly at: number;
  /** The value under which the next renewal can be signed; null: the wallet is not set up. */
  readonly nonce: string | null;
  readonly tokens: readonly {
    readonly currency: Currency;
    readonly amount: Units;
    /** What the spender may still take; null: the spender may take nothing. */
    readonly left: Units | null;
    /** By the issuer of the token. */
    readonly isFrozen: boolean;
  }[];
}

/** What became of a renewal. `unknown`: no final block has it. */
export type RenewalOutcome =
  | { readonly state: 'unknown' | 'failed' }
  | {
      readonly state: 'made';
      /** The time of its block, in milliseconds since the epoch. */
      readonly at: number;
    };

/**
 * Allowances that this service has to renew, because the chain only counts them down. All of it concerns wallets of which
 * the operator is the one owner.
 */
export interface ChainAllowances {
  /** What a majority of the configured endpoints says of each wallet; null while no majority agrees, and for a wallet of another operator. */
  look(wallets: readonly WalletContract[]): Promise<readonly (AllowanceState | null)[]>;

  /** The allowance of each currency after a renewal. */
  full(wallet: WalletContract): Units;

  /** Signs the transaction that makes a wallet's accounts. At most one ever takes effect, however many are signed and sent. */
  signSetup(wallet: WalletContract): Promise<SignedBytes>;

  /**
   * Signs the renewal of a wallet's allowances. At most one takes effect under one value of its nonce. Persist it before it is sent.
   *
   * @throws Error for a wallet that the operator does not own alone
   */
  signRenewal(wallet: WalletContract, nonce: string): Promise<SignedBytes>;

  /** Sends signed bytes to every endpoint. An answer says nothing about what becomes of them. */
  send(bytes: string): Promise<void>;

  /** What became of a renewal, by a majority of the configured endpoints. */
  outcome(hash: string): Promise<RenewalOutcome>;
}

/** A transaction that is signed and not sent. */
export interface SignedBytes {
  readonly hash: string;
  readonly bytes: string;
}

/** What owners sign to approve a payment above the limit. */
export interface WalletApprovals {
  /** Until when the transfer of an approval has to be valid, so that it can be sent when the last owner is late. */
  approvalValidUntil(expiresAt: number): number;

  /** What the owners sign. The same for the same request, today and later. */
  approval(wallet: Pick<WalletContract, 'address'>, request: ApprovalRequest): WalletApproval;

  /** Whose signature of an approval it is. @throws {@link MalformedSignatureError} */
  recover(approval: WalletApproval, signature: string): Promise<string>;

  /** The operator's signature of an approval. @throws Error where the operator is no owner of the wallet */
  signAsOperator(wallet: WalletContract, approval: WalletApproval): Promise<OwnerSignature>;
}

/** Wallets whose limits a chain enforces. */
export interface ChainWallets {
  /** The owner of a wallet that is created without owners; null: such a wallet cannot be created. */
  readonly operator: string | null;
  /** Null where owners cannot approve payments above the limit. */
  readonly approvals: WalletApprovals | null;
  /** Null where the chain renews the limit by itself. */
  readonly allowances: ChainAllowances | null;

  /**
   * Derives the wallet of a policy, without calling the chain. Its address can receive at once.
   *
   * @throws {@link WalletPolicyError}
   */
  contractOf(policy: WalletPolicy): WalletContract;

  /** Whether a final block has the wallet's contract. */
  isDeployed(wallet: WalletContract): Promise<boolean>;

  /** What a majority of the configured endpoints says of a final block. @throws Error while no majority agrees */
  state(wallet: WalletContract): Promise<WalletState>;
}
