import type { ChainName, Currency, Units } from '@stablecoin/contracts';
import type { ChainWallets, Payer, WalletContract, WalletRefusal } from './chain-wallets';
import type { LastSent } from './last-sent';

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

/** The network fee of a transaction in a final block. */
export interface NetworkFee {
  readonly hash: string;
  /** In the smallest units of the chain's coin: wei, or lamports. */
  readonly amount: Units;
}

/** A submission of which nothing can change any more. */
export interface EndedSubmission extends Submission {
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

/** What a transfer would cost and how long it would take, now. */
export interface Quote {
  readonly chain: ChainName;
  /** In the payment's currency. */
  readonly fee: Units;
  readonly settlementMs: number;
  /** `down` with the reason in words, when nothing can be sent there now. */
  readonly health: { readonly status: 'up' } | { readonly status: 'down'; readonly reason: string };
}

export interface QuoteRequest {
  readonly to: string;
  readonly amount: Units;
  readonly currency: Currency;
  /** Chains in the order in which they are asked; position 0 is the first candidate. */
  readonly candidates: readonly ChainName[];
}

/** Why an authorization cannot go out, found before it is broadcast. */
export type PrecheckFailure =
  | 'recipient_blocklisted'
  | 'insufficient_gas'
  | 'transaction_expired'
  /** The token cannot be moved there at the moment. */
  | 'chain_unavailable'
  | WalletRefusal;

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

/** What addresses hold, at a block that is final. */
export interface Balances {
  /** Where the deposits begin that are not in it: see {@link Chain.deposits}. */
  readonly cursor: string;
  /** The time of that block, by the chain's clock, in milliseconds since the epoch. */
  readonly at: number;
  readonly balances: readonly { readonly address: string; readonly currency: Currency; readonly amount: Units }[];
}

/** What a sender has for fees. */
export interface Gas {
  readonly sender: string;
  /** Number of transfers that the gas still pays for, each sent alone at current prices. */
  readonly transfers: number;
}

/** Whom money came from. */
export interface DepositSender {
  /** Whose money it was. */
  readonly address: string;
  /** The account of this address that the money left, where that has an address of its own; null: the address itself. */
  readonly account: string | null;
}

/** A transfer that came in, and is final. */
export interface Deposit {
  /** The transfer's own identity: a transaction may carry several. */
  readonly id: string;
  readonly hash: string;
  readonly block: number;
  /** By the chain's clock, in milliseconds since the epoch. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  /** Whom to screen; null: not known, because the money was made, or its way cannot be read. */
  readonly sender: DepositSender | null;
  readonly currency: Currency;
  readonly amount: Units;
}

/** A final transaction that names an address and cannot be read: it may have brought something. */
export interface SetAside {
  readonly hash: string;
  readonly block: number;
  /** Why it cannot be read, in words. */
  readonly reason: string;
}

export interface Deposits {
  readonly deposits: readonly Deposit[];
  /** What could not be read before {@link cursor}. Left out: nothing. */
  readonly setAside?: readonly SetAside[];
  /** Where the next question begins: everything up to here is in this answer, or was in one before it. */
  readonly cursor: string;
  /** There is more to be had at once. */
  readonly more: boolean;
}

/** Of a chain on which no contract says anything about addresses. */
export const NO_FLAGS: AddressFlags = { state: null, oracle: null, issuers: [] };

/** What contracts on a chain say about an address. */
export interface AddressFlags {
  /** The state that this is of, such as `block 120`; null where it has no name. */
  readonly state: string | null;
  /** Null where no sanctions oracle is known. */
  readonly oracle: { readonly contract: string; readonly isSanctioned: boolean } | null;
  /** Whether the issuer of a token has blocked the address, by token. */
  readonly issuers: readonly { readonly currency: Currency; readonly token: string; readonly isBlocked: boolean }[];
}

/** Other addresses that stand for the money of an address. */
export interface AddressNames {
  /** Who can move the money, where the address is an account that belongs to somebody else; null: the address itself. */
  readonly owner: string | null;
  /** Accounts of its own in which the owner, or the address, receives USDC and EURC. Empty where it has none. */
  readonly accounts: readonly string[];
}

/** Of an address that has no other name. */
export const NO_NAMES: AddressNames = { owner: null, accounts: [] };

/**
 * A way to move money on chain, made for batches. `simulated` implements it for the sandbox; adapters for real
 * chains pass the same contract suite (`chain.contract.ts`).
 */
export interface Chain {
  /** Fee, time and health of every candidate, in the order given. */
  quote(request: QuoteRequest): Promise<readonly Quote[]>;

  /**
   * Why an address can never be paid, in words for a client; null when it may be, which promises nothing. Left out where
   * every address can hold money.
   */
  refusalOf?(request: {
    readonly chain: ChainName;
    readonly to: string;
    readonly currency: Currency;
  }): Promise<string | null>;

  /** The sender that takes a new authorization, and until when it is valid. */
  authorize(request: { readonly chain: ChainName; readonly at: number }): {
    readonly sender: string;
    readonly validUntil: number;
  };

  /**
   * How many of these authorizations one submission can carry, from the first on; at least one. Left out: all.
   */
  capacity?(authorizations: readonly Authorization[]): number;

  /**
   * What an on-chain id was used for before; null: nothing. Left out where no transfer can be found by its id.
   *
   * @throws Error while no majority of the configured endpoints agrees (protocol rule 29): never taken for "nothing"
   */
  earlierUse?(request: EarlierUseRequest): Promise<EarlierUse | null>;

  /** Looks for what would keep an authorization from going out. `null`: nothing does. */
  precheck(authorization: Authorization, now: number): Promise<PrecheckFailure | null>;

  /**
   * Signs. Sends nothing: the result is persisted on the sender's stream first (protocol rule 16).
   *
   * @param liveNonces - those of the sender's submissions that are not final, by its stream; asked where there are any
   */
  assemble(authorizations: readonly Authorization[], liveNonces: () => Promise<readonly number[]>): Promise<Submission>;

  /**
   * Sends bytes that were read back from the sender's stream. A lost or refused answer says nothing about what
   * became of them: only {@link observe} does.
   */
  broadcast(submission: Submission, authorizations: readonly Authorization[]): Promise<void>;

  /** What became of each authorization of a submission, in the order given. */
  observe(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<readonly Observation[]>;

  /**
   * What has to be persisted and sent in the place of a submission of which something is still unknown: the same
   * authorizations, under the same nonce where there is one, with fees that are enough; or in new transactions, where
   * the ones before can provably never be carried out any more (protocol rule 17). `null`: there is nothing to be done.
   * Left out by chains on which nothing ever gets stuck.
   */
  replacement?(
    submission: Submission,
    authorizations: readonly Authorization[],
    now: number,
  ): Promise<Submission | null>;

  /** When it is worth observing again, in milliseconds from now. */
  pollAfterMs(authorizations: readonly Authorization[], now: number): number;

  /** Where a person can look at a transaction; null where there is no such place. */
  explorerUrl(chain: ChainName, hash: string): string | null;

  /** What these addresses hold of every currency, at the last block that is final. */
  balances(request: { readonly chain: ChainName; readonly addresses: readonly string[] }): Promise<Balances>;

  /**
   * Final transfers to these addresses, in the order of the chain, each of them once as long as every question begins
   * where the answer before it ended.
   *
   * @param request - `after`: a cursor of {@link balances} or of an earlier answer; `limit`: deposits at most; `mintSenders`:
   * whether the senders of money that was made are looked up in the messages that brought it from another chain. Left out:
   * they are not known
   */
  deposits(request: {
    readonly chain: ChainName;
    readonly addresses: readonly string[];
    readonly after: string;
    readonly limit: number;
    readonly mintSenders?: boolean;
  }): Promise<Deposits>;

  /**
   * Deposits of transactions that were set aside, and those of them that still cannot be read. Left out where nothing is
   * ever set aside.
   */
  setAside?(request: {
    readonly chain: ChainName;
    readonly addresses: readonly string[];
    readonly transactions: readonly SetAside[];
    readonly mintSenders?: boolean;
  }): Promise<Pick<Deposits, 'deposits' | 'setAside'>>;

  /** What has left addresses: for the comparison after a restore. Left out where nothing can be found. */
  payouts?(request: PayoutsRequest): Promise<Payouts>;

  /**
   * What a submission has cost in all, by transaction.
   *
   * Left out where sending costs nothing.
   *
   * @returns null while it may still cost something: its transfers have expired, but a block may take its bytes
   * @throws Error when it is not known yet
   */
  fees?(submission: EndedSubmission, chain: ChainName): Promise<readonly NetworkFee[] | null>;

  /**
   * What contracts on a chain say about an address, as a majority of the configured endpoints says it of a final state
   * (protocol rule 29). Left out where there are none.
   *
   * @throws Error while no majority agrees: never taken for "not listed"
   */
  flags?(request: { readonly chain: ChainName; readonly address: string }): Promise<AddressFlags>;

  /**
   * Other addresses that stand for the money of an address, as a majority of the configured endpoints says it of a final
   * state (protocol rule 29). Left out where an address has no other name.
   *
   * @throws Error while no majority agrees: never taken for "none"
   */
  namesOf?(request: { readonly chain: ChainName; readonly address: string }): Promise<AddressNames>;

  /** What those who send have left for fees. Left out where sending costs nothing. */
  gas?(chain: ChainName): Promise<readonly Gas[]>;

  /**
   * The last transaction of everybody who sends, for the comparison with what is stored (protocol rule 38). Left out where
   * nothing is sent.
   *
   * @throws Error when no endpoint answers
   */
  lastSent?(chain: ChainName): Promise<readonly LastSent[]>;

  /** Wallets whose limits this chain enforces; null, or left out, where it has none. */
  wallets?(chain: ChainName): ChainWallets | null;
}
