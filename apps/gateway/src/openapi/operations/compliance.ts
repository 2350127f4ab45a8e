import { CheckAddressBody } from '../../resources/compliance/check-compliance';
import { CreateAttestationBody } from '../../resources/compliance/create-attestation';
import { DecideReviewBody } from '../../resources/compliance/decide-review';
import { ListAttestationsQuery } from '../../resources/compliance/list-attestations';
import { ListChecksQuery } from '../../resources/compliance/list-compliance-results';
import { EXAMPLE } from '../../http/examples';
import { path } from '../parameters';
import { attestation, complianceResult } from '../schemas/compliance';
import { pageExample, type Endpoint } from './endpoint';

const tag = 'Compliance';
const screeningRef = path('ref', 'Ref of the result.', EXAMPLE.screening);
const attestationId = path('id', 'Id of the attestation.', EXAMPLE.attestation);
const noSuchAttestation = { message: 'There is no such attestation.' };
const noSuchResult = { message: 'There is no such compliance check.' };

const blocked = {
  ...complianceResult,
  status: 'blocked',
  checks: complianceResult.checks.map((check) =>
    check.name === 'sanctions'
      ? { ...check, outcome: 'fail', evidence: 'The address is on the sanctions list.' }
      : check,
  ),
};

export const complianceEndpoints: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/compliance/check',
    operationId: 'checkCompliance',
    tag,
    summary: 'Screen an address',
    description:
      'Runs the checks, or answers from the cache: a result is kept for 24 hours, and a cached answer costs nothing of ' +
      'the rate limit. Give its `ref` as `compliance_ref` of a payment to skip another screening. A blocked or doubtful ' +
      'address is an answer like any other: read `status`.',
    scope: 'screenings:write',
    limit: 'compliance',
    body: {
      type: CheckAddressBody,
      examples: {
        all: { summary: 'All checks', value: { address: EXAMPLE.recipient, country_code: 'DE' } },
        some: { summary: 'Two checks', value: { address: EXAMPLE.solanaRecipient, checks: ['aml', 'travel_rule'] } },
      },
    },
    answers: {
      200: {
        description: 'The result.',
        schema: 'ComplianceResult',
        examples: {
          cleared: { summary: 'Cleared', value: complianceResult },
          blocked: { summary: 'Blocked', value: blocked },
        },
      },
    },
    errors: {
      invalid_request: {
        message: 'country_code is required for sanctions screening, which is one of the checks.',
        param: 'country_code',
      },
    },
  },
  {
    method: 'get',
    path: '/compliance/checks',
    operationId: 'listComplianceResults',
    tag,
    summary: 'List compliance results',
    description: 'The newest first. `status=review` is the queue of those that wait for a person.',
    scope: 'compliance:read',
    limit: 'reads',
    query: { type: ListChecksQuery, of: 'cpl' },
    answers: {
      200: {
        description: 'A page of results.',
        schema: 'ComplianceResultList',
        examples: pageExample(complianceResult),
      },
    },
    errors: { invalid_request: { message: 'Filter by address or by owner, not by both.', param: 'owner' } },
  },
  {
    method: 'get',
    path: '/compliance/checks/{ref}',
    operationId: 'getComplianceResult',
    tag,
    summary: 'Get a compliance result',
    description:
      'Of a standalone check, of a payment (`compliance_ref`), or of the verification of the owner of a wallet.',
    scope: 'compliance:read',
    limit: 'reads',
    parameters: [screeningRef],
    answers: {
      200: {
        description: 'The result.',
        schema: 'ComplianceResult',
        examples: { cleared: { summary: 'Cleared', value: complianceResult } },
      },
    },
    errors: { not_found: noSuchResult },
  },
  {
    method: 'post',
    path: '/compliance/checks/{ref}/decision',
    operationId: 'decideReview',
    tag,
    summary: 'Decide a review',
    description:
      'Ends the review of a result whose status is `review`; payments that wait for it go on or fail. A review that ' +
      'nobody decides within 24 hours ends as blocked.',
    scope: 'compliance:write',
    limit: 'other',
    parameters: [screeningRef],
    body: {
      type: DecideReviewBody,
      examples: {
        clear: { summary: 'Clear it', value: { decision: 'clear', note: 'A namesake' } },
        block: { summary: 'Block it', value: { decision: 'block' } },
      },
    },
    answers: {
      200: {
        description: 'The result as it is now.',
        schema: 'ComplianceResult',
        examples: { cleared: { summary: 'Cleared', value: complianceResult } },
      },
    },
    errors: {
      invalid_request: { message: 'decision must be one of clear, block.', param: 'decision' },
      not_found: noSuchResult,
      invalid_state: { message: 'The screening is not in review.' },
    },
  },
  {
    method: 'post',
    path: '/compliance/attestations',
    operationId: 'createAttestation',
    tag,
    summary: 'Attest that you have checked somebody',
    description:
      'For KYC and travel-rule data that you keep elsewhere. The check of the provider `attested` passes for the address ' +
      'or owner until `expires_at`; payments whose review waits only for this go on.',
    scope: 'compliance:write',
    limit: 'other',
    body: {
      type: CreateAttestationBody,
      examples: {
        address: {
          summary: 'A recipient',
          value: {
            address: EXAMPLE.recipient,
            checks: ['kyc', 'travel_rule'],
            reference: 'kyc-case-4711',
            expires_at: EXAMPLE.inYears,
          },
        },
        owner: {
          summary: 'The owner of wallets',
          value: {
            owner: 'agent:procurement',
            checks: ['kyc'],
            reference: 'kyc-case-4712',
            expires_at: EXAMPLE.inYears,
          },
        },
      },
    },
    answers: {
      200: {
        description: 'The attestation.',
        schema: 'Attestation',
        examples: { active: { summary: 'Active', value: attestation } },
      },
    },
    errors: { invalid_request: { message: 'expires_at must be in the future.', param: 'expires_at' } },
  },
  {
    method: 'get',
    path: '/compliance/attestations',
    operationId: 'listAttestations',
    tag,
    summary: 'List attestations',
    description: 'The newest first, with those that are expired or revoked.',
    scope: 'compliance:read',
    limit: 'reads',
    query: { type: ListAttestationsQuery, of: 'att' },
    answers: {
      200: { description: 'A page of attestations.', schema: 'AttestationList', examples: pageExample(attestation) },
    },
    errors: { invalid_request: { message: 'Filter by address or by owner, not by both.', param: 'owner' } },
  },
  {
    method: 'get',
    path: '/compliance/attestations/{id}',
    operationId: 'getAttestation',
    tag,
    summary: 'Get an attestation',
    description: 'Also one that is expired or revoked.',
    scope: 'compliance:read',
    limit: 'reads',
    parameters: [attestationId],
    answers: {
      200: {
        description: 'The attestation.',
        schema: 'Attestation',
        examples: { active: { summary: 'Active', value: attestation } },
      },
    },
    errors: { not_found: noSuchAttestation },
  },
  {
    method: 'delete',
    path: '/compliance/attestations/{id}',
    operationId: 'revokeAttestation',
    tag,
    summary: 'Revoke an attestation',
    description: 'At once: the next screening does not count it. Payments that were cleared before stay cleared.',
    scope: 'compliance:write',
    limit: 'other',
    parameters: [attestationId],
    answers: {
      200: {
        description: 'The attestation as it is now.',
        schema: 'Attestation',
        examples: {
          revoked: {
            summary: 'Revoked',
            value: {
              ...attestation,
              status: 'revoked',
              revoked_by: EXAMPLE.key,
              revoked_at: EXAMPLE.settledAt,
            },
          },
        },
      },
    },
    errors: { not_found: noSuchAttestation },
  },
];
