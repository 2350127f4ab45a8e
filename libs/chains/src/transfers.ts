import type { ChainName, Currency, Units } from '@stablecoin/contracts';
import type { Payer, WalletRefusal } from './chain-wallets';

/** The authorization of one transfer, as stored in `PaymentAuthorized`. */
export interface Authorization {
  /** The payment's id; at most one transfer is ever made for it. */
  readonly id: string;
  readonly chain: ChainName;
  /** Whose stream assembles it (protocol rule 14). */
  readonly sender: string;
  readonly to: string;
  readonly amount: Units;
  readonly currency: Currency;
  readonly memo: string | null;
  /** Milliseconds since the epoch. */
  readonly authorizedAt: number;
  /** After this moment, proven on chain, the transfer cannot happen any more. */
  readonly validUntil: number;
  /** The wallet that pays. Left out: the treasury pays. */
  readonly payer?: Payer;
  /**
   * Identifies the transfer on chain: 32 bytes in hex. The same for every payment with the same account, mode and
   * idempotency key. Left out: it follows from `id`.
   */
  readonly onchainId?: string;
  /**
   * The on-chain id was used before, in a block since this time that was not final yet, in milliseconds since the epoch.
   * Left out: it was unused.
   */
  readonly usedSince?: number;
}

/** Bytes ready to be sent, that carry out several authorizations of one sender. */
export interface Submission {
  /** Known before anything is broadcast. */
  readonly hash: string;
  /** The bytes to broadcast, as often as needed. Hex or base64; only the adapter reads them. */
  readonly bytes: string;
  readonly authorizations: readonly string[];
  /** The sender's nonce that the bytes use; left out where transactions have none. */
  readonly nonce?: number;
}

/** A submission of which nothing can change any more. */
export interface EndedSubmission extends Submission {
  /** Whose stream has assembled it: the account that has signed its transactions. */
  readonly sender: string;
  /** Hashes of the submissions that it took the place of: of these, too, one may have been included. */
  readonly replaced: readonly string[];
  /** Its authorizations that are in a block, executed or reverted. */
  readonly included: readonly string[];
}

/** What became of one authorization of a broadcast submission. */
export type Observation =
  /**
   * `sentAs`: the hash of the transaction that carries it, where that is not the submission's own. `isDisputed`: nothing
   * can be said because too few endpoints agree (protocol rule 29), and not because nothing has happened yet.
   */
  | { readonly state: 'unknown'; readonly sentAs?: string; readonly isDisputed?: true }
  /**
   * The transfer is in a block. `included`: in a block; `confirmed`: at the commitment that counts as settled (protocol
   * rule 18); `final`: permanent. `at` is the time of inclusion or confirmation by the clock of the chain, in
   * milliseconds since the epoch.
   */
  | {
      readonly state: 'included' | 'confirmed' | 'final';
      readonly hash: string;
      readonly block: number;
      readonly at: number;
    }
  /**
   * `block` and `at`: where the transaction stands, where that is known. `refusal`: why the chain refused a wallet's
   * payment, where that can still be read.
   */
  | {
      readonly state: 'reverted';
      readonly hash: string;
      readonly final: boolean;
      readonly block?: number;
      readonly at?: number;
      readonly refusal?: WalletRefusal;
    }
  /** Can provably never be carried out any more: expired, unused, and final. */
  | { readonly state: 'expired' };

/** Why an authorization cannot go out, found before it is broadcast. */
export type PrecheckFailure =
  | 'recipient_blocklisted'
  | 'insufficient_gas'
  | 'transaction_expired'
  /** The token cannot be moved there at the moment. */
  | 'chain_unavailable'
  | WalletRefusal;
