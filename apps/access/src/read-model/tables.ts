import type { Plan } from '@stablecoin/contracts';
import type { PeopleTables } from './people-tables';

/** The database of keys and people. It has the name of the gateway's, in which it began. */
export interface AccessTables extends PeopleTables {
  api_keys: ApiKeyRow;
  /** Not a projection: how often a key is used is no event (API decisions, API keys). */
  api_key_uses: { key_id: string; last_used_at: number };
}

export interface ApiKeyRow {
  readonly id: string;
  /** The key's stream. */
  readonly stream: string;
  /** SHA-256 of the secret that is valid now. */
  readonly hash: string;
  readonly account: string;
  /** 0 or 1. */
  readonly livemode: number;
  readonly name: string | null;
  readonly plan: Plan;
  /** JSON. */
  readonly scopes: string;
  readonly last4: string;
  readonly expires_at: number | null;
  /** JSON, or null. */
  readonly ip_allow_list: string | null;
  /** JSON, or null. */
  readonly wallet_ids: string | null;
  /** JSON: the keys that were shown a secret of this one, because they created or rotated it. */
  readonly shown_to: string;
  /** The key or the person that was shown the secret that is valid now; null: the operator. */
  readonly secret_by: string | null;
  /** The secret before the last rotation, as `hash` and `secret_by`; null: it is void. */
  readonly previous_hash: string | null;
  readonly previous_by: string | null;
  /** Until when it is taken. */
  readonly previous_until: number | null;
  readonly created_at: number;
  readonly revoked_at: number | null;
}
