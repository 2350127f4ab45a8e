import { path } from '../parameters';
import { complianceResult } from '../schemas/compliance';
import { EXAMPLE } from '../schemas/values';
import type { Endpoint } from './endpoint';

const tag = 'Compliance';
const screeningRef = path('ref', 'Ref of the result.', EXAMPLE.screening);
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
    scope: 'compliance:write',
    limit: 'compliance',
    body: {
      schema: 'CheckAddress',
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
      schema: 'ReviewDecision',
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
];
