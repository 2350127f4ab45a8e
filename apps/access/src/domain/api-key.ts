import type { Plan, Scope } from '@stablecoin/contracts';
import { refuse, StreamCategory, type Command, type Decider } from '@stablecoin/event-sourcing';

/** The data of an API key. Of the key itself only the hash is stored. */
export type ApiKeyData = {
  readonly keyId: string;
  readonly name: string | null;
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  /** Milliseconds since the epoch; null: never. */
  readonly expiresAt: number | null;
  /** Addresses and CIDR ranges that the key may be used from; null: all. */
  readonly ipAllowList: readonly string[] | null;
  /** The only wallets that the key pays from and sees. Missing: everything of its account. */
  readonly walletIds?: readonly string[];
};

/** What tells a secret without being it. */
export type SecretMark = {
  /** SHA-256 of the whole key, in hex. */
  readonly hash: string;
  /** The last four characters, for people to tell keys apart. */
  readonly last4: string;
};

/**
 * The key that asked for it, and so was shown the secret. Missing where the operator or the configuration did, and in
 * events of earlier versions.
 */
type AskedBy = { readonly by?: string };

/** The scopes as they were divided when the key was issued: see {@link scopesOf}. Missing: 1. */
type Divided = { readonly scopesVersion?: number };

/** When the secret before is refused, in milliseconds since the epoch. Missing: at once. */
type Overlap = { readonly previousUntil?: number };

/**
 * The keys that stay although the revoked key was shown their secrets, with the keys that they were shown: those of the
 * caller. Missing in events of earlier versions, which revoked one key alone.
 */
type Spared = { readonly spared?: readonly string[] };

/** What can happen to a key. */
export type ApiKeyEvent =
  | {
      readonly type: 'ApiKeyIssued';
      readonly data: ApiKeyData & SecretMark & AskedBy & Divided & { readonly issuedAt: number };
    }
  | { readonly type: 'ApiKeyRenamed'; readonly data: { readonly name: string | null } }
  | { readonly type: 'ApiKeyRotated'; readonly data: SecretMark & AskedBy & Overlap }
  | { readonly type: 'ApiKeyRevoked'; readonly data: { readonly revokedAt: number } & Spared };

export type IssueApiKey = Command<'IssueApiKey', ApiKeyData & SecretMark & AskedBy>;
export type RenameApiKey = Command<'RenameApiKey', { readonly name: string | null }>;
export type RotateApiKey = Command<'RotateApiKey', SecretMark & AskedBy & Overlap>;
export type RevokeApiKey = Command<'RevokeApiKey', Required<Spared> | null>;
/** What can be asked of a key. */
export type ApiKeyCommand = IssueApiKey | RenameApiKey | RotateApiKey | RevokeApiKey;

/** Increase it when a scope takes over what another one allowed, and give {@link scopesOf} what earlier keys keep. */
export const SCOPES_VERSION = 3;
/** Before a version, a scope included operations that have their own scope since. */
const DIVIDED: readonly { readonly since: number; readonly scope: Scope; readonly own: Scope }[] = [
  { since: 2, scope: 'wallets:write', own: 'approvals:write' },
  { since: 2, scope: 'webhooks:read', own: 'events:read' },
  { since: 3, scope: 'compliance:write', own: 'screenings:write' },
];

/** The scopes of a key. A key issued before a scope was split keeps its permissions. */
export function scopesOf({ scopes, scopesVersion = 1 }: Pick<ApiKeyData, 'scopes'> & Divided): readonly Scope[] {
  if (scopesVersion >= SCOPES_VERSION) return scopes;
  const divided = DIVIDED.filter(({ since }) => scopesVersion < since);
  const owned = (scope: Scope) => divided.filter((each) => each.scope === scope).map(({ own }) => own);
  return [...new Set(scopes.flatMap((scope) => [scope, ...owned(scope)]))];
}

/** All of a key that its decisions depend on. */
export type ApiKeyState = 'none' | 'active' | 'revoked';

/**
 * Streams are named `api_key-<sha256 of the first secret>`, so a configured key is created once, even by several
 * instances. The stream keeps its name when the secret is rotated.
 */
export const apiKeyStreams = new StreamCategory<ApiKeyEvent>('api_key');

export const apiKeyDecider: Decider<ApiKeyState, ApiKeyCommand, ApiKeyEvent> = {
  streams: apiKeyStreams,
  firstCommands: ['IssueApiKey'],
  initialState: () => 'none',

  decide(command, state) {
    switch (command.type) {
      case 'IssueApiKey':
        if (state !== 'none') return [];
        return [
          { type: 'ApiKeyIssued', data: { ...command.data, scopesVersion: SCOPES_VERSION, issuedAt: command.at } },
        ];
      case 'RenameApiKey':
        return [{ type: 'ApiKeyRenamed', data: command.data }];
      case 'RotateApiKey':
        if (state === 'revoked') return [refuse('invalid_state', 'The key is revoked, so it cannot be rotated.')];
        return [{ type: 'ApiKeyRotated', data: command.data }];
      case 'RevokeApiKey':
        if (state === 'revoked') return [];
        return [{ type: 'ApiKeyRevoked', data: { revokedAt: command.at, ...spared(command.data) } }];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'ApiKeyIssued':
        return 'active';
      case 'ApiKeyRenamed':
      case 'ApiKeyRotated':
        return state;
      case 'ApiKeyRevoked':
        return 'revoked';
    }
  },
};

/** Commands of earlier versions, which may still be on the bus, have no data. */
function spared(data: Required<Spared> | null): Spared {
  return data === null ? {} : { spared: data.spared };
}
