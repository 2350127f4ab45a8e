import type { Actor } from './actor';
import type { Scope } from './resources/api-keys';
import type { Role } from './roles';

/** A sign-in of a browser, or what an API key is. Null: the request carries the key itself. */
export interface Session {
  readonly id: string | null;
  readonly actor: Pick<Actor, 'type' | 'id' | 'name'>;
  readonly account: string;
  readonly livemode: boolean;
  /** Null for an API key. */
  readonly role: Role | null;
  readonly scopes: readonly Scope[];
  /** Goes into `svc-csrf-token` of every request that changes something. Null where the request carries the key itself. */
  readonly csrf_token: string | null;
  readonly created_at: string | null;
  /** When it ends at the latest; null: never. */
  readonly expires_at: string | null;
}

/** How a browser can sign in. */
export interface SignInMethods {
  readonly api_key: true;
  /** Whether an identity provider is configured. */
  readonly oidc: boolean;
}

export const MEMBER_STATUSES = ['active', 'disabled'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** A person who has signed in. */
export interface Member {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** What the member may do: the role that the identity provider gives, otherwise the one that was assigned. */
  readonly role: Role | null;
  /** From the identity provider, at the last sign-in. */
  readonly claimed_role: Role | null;
  readonly assigned_role: Role | null;
  /** `disabled`: has no sessions, and cannot sign in. */
  readonly status: MemberStatus;
  readonly livemode: boolean;
  readonly created_at: string;
  /** Null: the member has never had a session. */
  readonly last_signed_in_at: string | null;
}
