import type { ChainName, Currency, Units } from '@stablecoin/contracts';
import type { WalletContract } from './chain-wallets';
import type { LastSent } from './last-sent';

/** Which transfer an on-chain id may have been used for before: in either currency, by the treasury or this wallet. */
export interface EarlierUseRequest {
  readonly chain: ChainName;
  /** Of a payment of an earlier version that has none: the id that its nonce was a hash of, on Base and Ethereum. */
  readonly onchainId: string | { readonly hashOf: string };
  /** Of the payment that asks: an owner and its token account are one recipient on Solana. */
  readonly to: string;
  /** Of the payment that asks: it chooses the outcome in the sandbox. */
  readonly amount: Units;
  /** Of the payment that asks. */
  readonly currency: Currency;
  /**
   * Records are missing, so a second transfer may follow from "nothing": every configured endpoint has to say so (protocol
   * rule 29).
   */
  readonly areRecordsMissing: boolean;
  /** Null: the treasury alone. */
  readonly wallet: WalletContract | null;
}

/** What an on-chain id was used for, by a payment of which there is no record any more. */
export type EarlierUse =
  /** In a block that is not final yet. */
  | {
      readonly state: 'recent';
      readonly chain: ChainName;
      /** The time of the last final block, in milliseconds since the epoch. */
      readonly since: number;
      /** Whether the chain refuses the payment that asks: the same contract has used its nonce. */
      readonly isGuarded: boolean;
    }
  | {
      readonly state: 'final';
      readonly chain: ChainName;
      readonly hash: string;
      readonly block: number;
      /** Of the block, by the chain's clock, in milliseconds since the epoch. */
      readonly at: number;
      /** Null: it was canceled, and can never be used for a transfer. */
      readonly transfer: MadeTransfer | null;
    };

/** Whose transfers out, and since when. */
export interface PayoutsRequest {
  readonly chain: ChainName;
  readonly payers: readonly string[];
  /** In milliseconds since the epoch. What is a little older may be found as well. */
  readonly since: number;
  /** Times after which a service that has ended cannot have signed: looks for what was signed later. Left out: not asked. */
  readonly ended?: EndedService;
}

/** What a service that has ended can have left on a chain at most, in milliseconds since the epoch. */
export interface EndedService {
  /** Its authorizations are valid until then. */
  readonly validUntil: number;
  /** What owners of wallets have approved in it is valid until then. */
  readonly approvalsUntil: number;
  /** Its transactions are in blocks until then, where they expire at once. */
  readonly sentUntil: number;
}

/** Final transfers out of addresses, the oldest first. */
export interface Payouts {
  /** The time of the last final block, by the chain's clock, in milliseconds since the epoch. */
  readonly at: number;
  readonly payouts: readonly Payout[];
  /** A transaction of ours that was signed later than {@link PayoutsRequest.ended} allows. */
  readonly signedLater?: string;
}

/** A transfer out of an address. */
export interface Payout extends MadeTransfer {
  readonly hash: string;
  readonly block: number;
  /** Among all that the transaction, or its block, did: with the hash it names the transfer. */
  readonly place: number;
  /** The on-chain id that it was made under; null: none that a payment could have. */
  readonly onchainId: string | null;
  /** The account of {@link to} that it went to, where that has an address of its own. */
  readonly account?: string;
}

/** A transfer as a chain shows it. */
export interface MadeTransfer {
  readonly from: string;
  readonly to: string;
  readonly currency: Currency;
  readonly amount: Units;
}

/** What a chain remembers of a service whose own records may be gone. */
export interface ChainHistory {
  /** What has left addresses. */
  payouts(request: PayoutsRequest): Promise<Payouts>;

  /**
   * The last transaction of every sender, for the comparison with what is stored (protocol rule 38).
   *
   * @throws Error when no endpoint answers
   */
  lastSent(): Promise<readonly LastSent[]>;
}
