import type { Attestation, CheckDetails, CheckResult, ComplianceResult, ScreeningStatus } from '@stablecoin/contracts';
import { ATTESTED_CHECKS, CHECK_NAMES } from '@stablecoin/contracts';
import { EXAMPLE } from '../../http/examples';
import type { Schema } from '../../http/json-schema';
import { known, knownWords, listOf, nullable, pageSchema, ref, resource } from '../../openapi/schema';
import { actorId, countryCode, id, livemode, time } from '../../openapi/values';
import { path } from '../../openapi/parameters';

export const complianceResult: ComplianceResult = {
  status: 'cleared',
  ref: EXAMPLE.screening,
  address: EXAMPLE.recipient,
  checks: CHECK_NAMES.map((name) => ({
    name,
    outcome: 'pass',
    provider: 'sandbox',
    evidence: 'Nothing was found.',
    details: null,
  })),
  expires_at: EXAMPLE.tomorrow,
  created_at: EXAMPLE.createdAt,
  decided_by: null,
  decided_at: null,
  decision_note: null,
};

/** The same, as events carry it. */
const { decision_note: _, ...screeningEvent } = complianceResult;
export { screeningEvent };

export const attestation: Attestation = {
  id: EXAMPLE.attestation,
  status: 'active',
  address: EXAMPLE.recipient,
  owner: null,
  checks: ATTESTED_CHECKS,
  country_code: 'DE',
  reference: 'kyc-case-4711',
  livemode: true,
  expires_at: EXAMPLE.inYears,
  created_by: EXAMPLE.key,
  created_at: EXAMPLE.createdAt,
  revoked_by: null,
  revoked_at: null,
};

const screeningEventProperties: { readonly [Key in keyof Omit<ComplianceResult, 'decision_note'>]: Schema } = {
  status: knownWords<ScreeningStatus>('The result.', {
    cleared: 'Payments are allowed.',
    review: 'A person has to decide.',
    blocked: 'Payments are not executed.',
  }),
  ref: id('cpl', 'the result, which `compliance_ref` of a payment takes'),
  address: {
    type: 'string',
    description: 'What was screened: an address, or the owner of a wallet when the wallet was created.',
    examples: [EXAMPLE.recipient],
  },
  checks: listOf(ref('CheckResult'), 'What each check found.'),
  expires_at: time('When the cached result expires. In `review`: when the review ends as blocked if nobody decides.'),
  created_at: time('When the screening was requested.'),
  decided_by: nullable(actorId('decided the review')),
  decided_at: nullable(time('When the review was decided.')),
};

/** A result as events carry it. */
export const screeningEventSchema = resource<Omit<ComplianceResult, 'decision_note'>>(
  'The result of a screening.',
  screeningEventProperties,
);

export const screeningRef = path('ref', 'Ref of the result.', 'cpl', EXAMPLE.screening);

export const attestationId = path('id', 'Id of the attestation.', 'att', EXAMPLE.attestation);

export const noSuchAttestation = { message: 'There is no such attestation.' };

export const noSuchResult = { message: 'There is no such compliance check.' };

export const complianceSchemas: Readonly<Record<string, Schema>> = {
  ComplianceResult: resource<ComplianceResult>(
    'The result of a screening.',
    {
      ...screeningEventProperties,
      decision_note: nullable({
        type: 'string',
        description: "The reviewer's note. Payments, events and webhooks never show it.",
      }),
    },
    [complianceResult],
  ),

  CheckResult: resource<CheckResult>('What one check found.', {
    name: known(CHECK_NAMES, 'The check.'),
    outcome: knownWords<CheckResult['outcome']>('What it found.', {
      pass: 'Nothing.',
      review: 'A person has to decide.',
      fail: 'A reason to block.',
      not_covered: 'The source cannot know about this subject. Neither a pass nor a fail.',
    }),
    provider: { type: 'string', description: 'The source.', examples: ['sandbox'] },
    evidence: { type: 'string', description: 'What was found, in words.' },
    details: nullable(ref('CheckDetails', 'The evidence.')),
  }),

  ComplianceResultList: pageSchema('ComplianceResult', 'results'),
  AttestationList: pageSchema('Attestation', 'attestations'),

  CheckDetails: resource<CheckDetails>('The evidence of a finding.', {
    source: { type: 'string', description: 'The source: a URL without secrets, or a contract with its chain.' },
    version: nullable({
      type: 'string',
      description: 'The version of the source: a publication date with the hash of the file, or a block.',
    }),
    matched: nullable({ type: 'string', description: 'The entry that was matched, as the source names it.' }),
    at: time('When the source was read.'),
    data: nullable({ type: 'string', description: 'Further details of the source, as JSON.' }),
  }),

  Attestation: resource<Attestation>(
    'A statement that you have checked somebody, and where the proof is kept.',
    {
      id: id('att', 'the attestation'),
      status: knownWords<Attestation['status']>('Whether it counts.', {
        active: 'It covers its checks.',
        expired: 'Its time is over.',
        revoked: 'It was revoked.',
      }),
      address: nullable({ type: 'string', description: 'The address that it is about.' }),
      owner: nullable({ type: 'string', description: 'The owner of wallets that it is about.' }),
      checks: listOf(known(ATTESTED_CHECKS, 'The check.'), 'The checks that it covers.'),
      country_code: nullable(countryCode),
      reference: { type: 'string', description: 'Names the case in your own system.' },
      livemode,
      expires_at: time('Until when it counts.'),
      created_by: actorId('created it'),
      created_at: time('When it was created.'),
      revoked_by: nullable(actorId('revoked it')),
      revoked_at: nullable(time('When it was revoked.')),
    },
    [attestation],
  ),
};
