/** Account and mode of the caller. Objects of other accounts or of the other mode do not exist for it. */
export interface Tenant {
  readonly account: string;
  readonly livemode: boolean;
}

/** Narrows a question down to some wallets of the tenant. */
export interface WalletBound {
  /** Only what concerns these wallets; never empty. Null: everything. */
  readonly wallets: readonly string[] | null;
}

export interface ById extends Tenant {
  readonly id: string;
}

export interface PageRequest extends Tenant {
  /** 1 to 100. */
  readonly limit: number;
  /** A cursor or an object's id. The page begins after it. */
  readonly startingAfter: string | null;
}

/** Asks for the outcome of a client's command. */
export interface OutcomeRequest extends ById {
  readonly commandId: string;
}

/**
 * The outcome of a command. `applied` is true only when the owner's read model includes the append, so that the next query
 * sees it.
 */
export interface Outcome {
  readonly applied: boolean;
  readonly refusal: { readonly code: string; readonly message: string; readonly param: string | null } | null;
}
