import type { ChainName, Currency, Units } from '@stablecoin/contracts';

/** What addresses hold, at a block that is final. */
export interface Balances {
  /** Where the deposits begin that are not in it: see {@link ReadsAccounts.deposits}. */
  readonly cursor: string;
  /** The time of that block, by the chain's clock, in milliseconds since the epoch. */
  readonly at: number;
  readonly balances: readonly { readonly address: string; readonly currency: Currency; readonly amount: Units }[];
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

/** What an answer about deposits holds. */
export interface Deposits {
  readonly deposits: readonly Deposit[];
  /** What could not be read before {@link cursor}. Left out: nothing. */
  readonly setAside?: readonly SetAside[];
  /** Where the next question begins: everything up to here is in this answer, or was in one before it. */
  readonly cursor: string;
  /** There is more to be had at once. */
  readonly more: boolean;
}

/** What contracts on a chain say about an address. */
export interface AddressFlags {
  /** The state that this is of, such as `block 120`; null where it has no name. */
  readonly state: string | null;
  /** Null where no sanctions oracle is known. */
  readonly oracle: { readonly contract: string; readonly isSanctioned: boolean } | null;
  /** Whether the issuer of a token has blocked the address, by token. */
  readonly issuers: readonly { readonly currency: Currency; readonly token: string; readonly isBlocked: boolean }[];
}

/** Of a chain on which no contract says anything about addresses. */
export const NO_FLAGS: AddressFlags = { state: null, oracle: null, issuers: [] };

/** Other addresses that stand for the money of an address. */
export interface AddressNames {
  /** Who can move the money, where the address is an account that belongs to somebody else; null: the address itself. */
  readonly owner: string | null;
  /** Accounts of its own in which the owner, or the address, receives USDC and EURC. Empty where it has none. */
  readonly accounts: readonly string[];
}

/** Of an address that has no other name. */
export const NO_NAMES: AddressNames = { owner: null, accounts: [] };

/** A question for the deposits of addresses. */
export interface DepositsRequest {
  readonly chain: ChainName;
  readonly addresses: readonly string[];
  /** A cursor of {@link Balances} or of an earlier answer. */
  readonly after: string;
  /** Maximum number of deposits in the answer. */
  readonly limit: number;
  /**
   * Whether the senders of minted money are looked up in the messages that brought it from another chain. Default: they
   * are not known.
   */
  readonly mintSenders?: boolean;
}

/** A question for transactions that were set aside. */
export interface SetAsideRequest {
  readonly chain: ChainName;
  readonly addresses: readonly string[];
  readonly transactions: readonly SetAside[];
  readonly mintSenders?: boolean;
}

/** What became readable, and what is still set aside. */
export type SetAsideAnswer = Pick<Deposits, 'deposits' | 'setAside'>;

/** Reads what addresses hold and receive. */
export interface ReadsAccounts {
  /** What these addresses hold of every currency, at the last block that is final. */
  balances(request: { readonly chain: ChainName; readonly addresses: readonly string[] }): Promise<Balances>;

  /**
   * Final transfers to these addresses, in the order of the chain. Each is returned once, as long as every question
   * begins where the answer before it ended.
   */
  deposits(request: DepositsRequest): Promise<Deposits>;

  /** Deposits of transactions that were set aside, and those of them that still cannot be read. */
  setAside(request: SetAsideRequest): Promise<SetAsideAnswer>;
}

/** What the contracts of a chain say about addresses, by a majority of the configured endpoints (protocol rule 29). */
export interface ChainAddresses {
  /**
   * What contracts say about an address, of a final state.
   *
   * @throws Error while no majority agrees: never taken for "not listed"
   */
  flags(address: string): Promise<AddressFlags>;

  /**
   * Other addresses that stand for the money of an address, of a final state.
   *
   * @throws Error while no majority agrees: never taken for "none"
   */
  namesOf(address: string): Promise<AddressNames>;
}
