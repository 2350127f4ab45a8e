import type { MemberStatus, Role } from '@stablecoin/contracts';

/** Tables of sessions and members, as the database has them. */
export interface PeopleTables {
  sessions: SessionRow;
  members: MemberRow;
}

interface SessionRow {
  readonly id: string;
  /** SHA-256 of the token. */
  readonly hash: string;
  /** Id of the API key or member. */
  readonly owner: string;
  readonly key_hash: string | null;
  readonly account: string;
  /** 0 or 1. */
  readonly livemode: number;
  readonly created_at: number;
  readonly expires_at: number;
  /**
   * Not from events: a use is none. Written at most once a minute. A read model that is made again has lost it, and ends
   * sessions earlier.
   */
  readonly last_used_at: number;
}

export interface MemberRow {
  readonly id: string;
  readonly stream: string;
  readonly account: string;
  /** 0 or 1. */
  readonly livemode: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly claimed_role: Role | null;
  readonly assigned_role: Role | null;
  readonly status: MemberStatus;
  readonly created_at: number;
  readonly last_signed_in_at: number | null;
}
