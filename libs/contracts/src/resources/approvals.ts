import type { Currency } from '../money';

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'expired', 'canceled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

export interface Approval {
  readonly id: string;
  readonly payment_id: string;
  /** Null: the treasury would pay. */
  readonly wallet_id: string | null;
  readonly amount: string;
  readonly currency: Currency;
  readonly status: ApprovalStatus;
  readonly approved_by: readonly string[];
  readonly threshold: number;
  /** EIP-712 data of the transfer; null when there is nothing to sign, such as on Solana. */
  readonly authorization: TypedData | null;
  /** EIP-712 data that an approver signs: a `SafeMessage` of the digest of `authorization`. */
  readonly typed_data: TypedData | null;
  readonly expires_at: string;
  readonly created_at: string;
}

/** EIP-712 typed data, as wallets and libraries take it. Whole numbers are decimal text. */
export interface TypedData {
  readonly domain: {
    readonly name?: string;
    readonly version?: string;
    readonly chainId: number;
    readonly verifyingContract: string;
  };
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>;
  readonly primaryType: string;
  readonly message: Readonly<Record<string, string>>;
}
