import type { CheckResult, ComplianceResult, ScreeningStatus } from '@stablecoin/contracts';
import { CHECK_NAMES } from '@stablecoin/contracts';
import type { Schema } from '../open-api';
import { input, listOf, ref, resource, words } from './schema';
import { addressInput, countryCode, EXAMPLE, id, idempotencyKey, text, time } from './values';

export const complianceResult: ComplianceResult = {
  status: 'cleared',
  ref: EXAMPLE.screening,
  address: EXAMPLE.recipient,
  checks: CHECK_NAMES.map((name) => ({ name, outcome: 'pass', provider: 'sandbox', evidence: 'Nothing was found.' })),
  expires_at: EXAMPLE.tomorrow,
  created_at: EXAMPLE.createdAt,
};

const checkName: Schema = { type: 'string', enum: CHECK_NAMES, description: 'The check.' };

export const complianceSchemas: Readonly<Record<string, Schema>> = {
  ComplianceResult: resource<ComplianceResult>(
    'What a screening came to.',
    {
      status: words<ScreeningStatus>('The result.', {
        cleared: 'Nothing speaks against a payment.',
        review: 'A person has to decide.',
        blocked: 'A payment is not executed.',
      }),
      ref: id('cpl', 'the result, which `compliance_ref` of a payment takes'),
      address: {
        type: 'string',
        description: 'What was screened: an address, or the owner of a wallet when the wallet was created.',
        examples: [EXAMPLE.recipient],
      },
      checks: listOf(ref('CheckResult'), 'What each check found.'),
      expires_at: time(
        'Until when the result answers for a new screening; of one in `review`: when it ends by itself.',
      ),
      created_at: time('When the screening was asked for.'),
    },
    [complianceResult],
  ),

  CheckResult: resource<CheckResult>('What one check found.', {
    name: checkName,
    outcome: words<CheckResult['outcome']>('What it found.', {
      pass: 'Nothing.',
      review: 'Something that a person has to look at.',
      fail: 'A reason to block.',
      not_covered: 'The provider cannot know about this subject. Neither a pass nor a fail.',
    }),
    provider: { type: 'string', description: 'Who was asked.', examples: ['sandbox'] },
    evidence: { type: 'string', description: 'What was found, in words.' },
  }),

  CheckAddress: input('Who is to be screened, and how.', {
    required: { address: addressInput },
    optional: {
      checks: {
        ...listOf(checkName, 'The checks to run. Left out: all four.', { min: 1, max: CHECK_NAMES.length }),
        uniqueItems: true,
      },
      country_code: {
        ...countryCode,
        description:
          'ISO 3166-1 alpha-2, upper case. Required for sanctions screening, so also when `checks` is left out.',
      },
      idempotency_key: idempotencyKey,
    },
  }),

  ReviewDecision: input('What a person decided.', {
    required: {
      decision: words<'clear' | 'block'>('The decision.', {
        clear: 'The result becomes `cleared`, and payments that wait go on.',
        block: 'The result becomes `blocked`, and payments that wait fail.',
      }),
    },
    optional: { note: text('Why; kept with the decision.', 0, 1000), idempotency_key: idempotencyKey },
  }),
};
