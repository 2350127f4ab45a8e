import type { Command } from '@stablecoin/event-sourcing';
import type { AttestedCheck } from '@stablecoin/contracts';
import type { Subject } from './screening';

/** An attestation. Times are in milliseconds since the epoch. */
export type Attested = {
  readonly attestationId: string;
  readonly subject: Subject;
  readonly checks: readonly AttestedCheck[];
  /** ISO 3166-1 alpha-2; null: not known. */
  readonly country: string | null;
  /** Reference of the case in the system of the attester. */
  readonly reference: string;
  readonly expiresAt: number;
  /** The API key. */
  readonly createdBy: string;
  readonly createdAt: number;
};

type OfTenant = { readonly account: string; readonly livemode: boolean };

export type AttestationCreated = { readonly type: 'AttestationCreated'; readonly data: Attested & OfTenant };
export type AttestationRevoked = {
  readonly type: 'AttestationRevoked';
  readonly data: OfTenant & { readonly attestationId: string; readonly revokedBy: string; readonly revokedAt: number };
};
/** Reviews that were open when it was created have been screened again. */
export type AttestationApplied = {
  readonly type: 'AttestationApplied';
  readonly data: { readonly attestationId: string };
};
export type AttestationEvent = AttestationCreated | AttestationRevoked | AttestationApplied;

export type Attestation =
  | { readonly stage: 'none' }
  | { readonly stage: 'active' | 'revoked'; readonly account: string; readonly livemode: boolean };

export type CreateAttestation = Command<'CreateAttestation', Omit<Attested, 'createdAt'>>;
export type RevokeAttestation = Command<
  'RevokeAttestation',
  { readonly attestationId: string; readonly revokedBy: string }
>;
/** The reviews of its subject have been screened again. */
export type ApplyAttestation = Command<'ApplyAttestation', { readonly attestationId: string }>;
export type AttestationCommand = CreateAttestation | RevokeAttestation | ApplyAttestation;
