import type { AuditTable } from '@stablecoin/host';
import type { AttestationEvent } from '../domain/attestation';
import type { ScreeningEvent } from '../domain/screening';
import { screeningStreams, attestationStreams } from '../domain/streams';

const events: AuditTable<ScreeningEvent | AttestationEvent> = {
  ScreeningRequested: {
    action: 'compliance_check.created',
    id: ({ ref }) => ref,
    details: ({ subject, checks, country }) => ({ [subject.kind]: subject.value, checks, country_code: country }),
  },
  ScreeningJoined: { action: 'compliance_check.created', id: ({ ref }) => ref },
  // The note is for those who may read checks.
  ReviewDecided: {
    action: 'compliance_check.decided',
    id: ({ result }) => result.ref,
    details: ({ decision }) => ({ decision }),
    bySystem: true,
  },
  AttestationCreated: {
    action: 'attestation.created',
    details: ({ subject, checks, country, reference, expiresAt }) => ({
      [subject.kind]: subject.value,
      checks,
      country_code: country,
      reference,
      expires_at: new Date(expiresAt).toISOString(),
    }),
  },
  AttestationRevoked: { action: 'attestation.revoked' },
  ScreeningReused: null,
  ScreeningAttemptFailed: null,
  RescreeningRequested: null,
  MatchFound: null,
  ScreeningAbandoned: null,
  ScreeningCompleted: null,
  WaitersAnswered: null,
  AttestationApplied: null,
};

/** What the audit log shows of checks and attestations. */
export const complianceAudit = { streams: [screeningStreams, attestationStreams], events };
