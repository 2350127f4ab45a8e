/** Who asks: what belongs to another account or the other mode does not exist. */
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
  /** A cursor or an object's id; the page begins after it. */
  readonly startingAfter: string | null;
}

/** Asks what became of a client's command: the gateway's way to learn it, in every topology. */
export interface OutcomeRequest extends ById {
  readonly commandId: string;
}

/**
 * `applied` is answered only after the owner's read model has passed the append, so that a query right after sees
 * it. A refusal is an answer too.
 */
export interface Outcome {
  readonly applied: boolean;
  readonly refusal: { readonly code: string; readonly message: string; readonly param: string | null } | null;
}
