/** Which transaction of a sender it is: by its nonce where there are any, otherwise by its hash. */
export type SentMark = { readonly nonce: number } | { readonly hash: string };

/** A transaction that a sender has signed, as an endpoint shows it. */
export interface SentTransaction {
  readonly mark: SentMark;
  /** For people. */
  readonly name: string;
  /** Whether a submission, or a mark that was noted, accounts for it. */
  isIn(stored: { readonly bytes?: string; readonly nonce?: number } | SentMark): boolean;
}

/** The last transaction of a sender, as the endpoints of its chain show it. */
export interface LastSent {
  readonly sender: string;
  /** What each endpoint that has answered says; null: the sender has sent nothing. */
  readonly said: readonly (SentTransaction | null)[];
  /** Configured endpoints, answering or not. */
  readonly endpoints: number;
}
