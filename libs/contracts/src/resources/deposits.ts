import type { ChainName, Currency } from '../money';

export const DEPOSIT_STATUSES = ['screening', 'held', 'released', 'kept'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** A transfer that came in and was not available at once, because its sender is screened first. */
export interface Deposit {
  readonly id: string;
  /** `screening`: no result yet. `held`: a person has to decide. `released`: the money is available. `kept`: never. */
  readonly status: DepositStatus;
  /** Null: the treasury received it. */
  readonly wallet_id: string | null;
  readonly chain: ChainName;
  readonly currency: Currency;
  readonly amount: string;
  /** As the chain says it. */
  readonly from: string;
  /** Who is screened; null: not known. Another address than `from` where the money was minted or left a token account. */
  readonly sender: string | null;
  readonly tx_hash: string;
  /** The screening; null: none has a result. */
  readonly compliance_ref: string | null;
  /** Why a person has to decide, or had to; null: nobody had to. */
  readonly reason: string | null;
  /** The API key of who decided; null: nobody has. */
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly decision_note: string | null;
  readonly livemode: boolean;
  readonly created_at: string;
}
