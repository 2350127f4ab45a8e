import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiError, type CheckName, type ComplianceResult } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasScopeInAccount, type Caller } from '@stablecoin/access';
import { Screenings } from './screenings';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Required, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { callerOf, contextOf } from '../../http/request-context';
import { IsAddressText, IsCountryCode, IsListOfWords } from '../../http/validators';
import { CHECK_NAME } from '../../http/words';
import { EXAMPLE } from '../../http/examples';
import { RateLimiter } from '../../limits/rate-limiter';
import { complianceResult } from './compliance.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /compliance/check`. */
@Input('CheckAddress', 'A screening to run.')
export class CheckAddressBody extends IdempotentBody {
  @Required()
  @IsAddressText()
  @Says(
    'The address. EVM: `0x` and 40 hex digits, in lower case or with a correct EIP-55 checksum. Solana: base58 of 32 bytes. The zero address is refused.',
    EXAMPLE.recipient,
  )
  address!: string;

  @Optional()
  @IsListOfWords(CHECK_NAME)
  @Says('The checks to run. Default: all four.')
  checks?: readonly CheckName[];

  @Optional()
  @IsCountryCode()
  @Says(
    'ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo. Required for sanctions screening, so also without `checks`.',
    'DE',
  )
  country_code?: string;
}

const blocked = {
  ...complianceResult,
  status: 'blocked',
  checks: complianceResult.checks.map((check) =>
    check.name === 'sanctions'
      ? { ...check, outcome: 'fail', evidence: 'The address is on the sanctions list.' }
      : check,
  ),
};

const document: OperationDocument = {
  summary: 'Screen an address',
  description:
    'Runs the checks, or returns a cached result. Results are kept for 24 hours (`SCREENING_CACHE_MS`), and a cached one does not count against the rate limit. Send its `ref` as `compliance_ref` of a payment to avoid another screening. `status` says whether the address is blocked or needs a review.',
  requests: {
    all: { summary: 'All checks', value: { address: EXAMPLE.recipient, country_code: 'DE' } },
    some: { summary: 'Two checks', value: { address: EXAMPLE.solanaRecipient, checks: ['aml', 'travel_rule'] } },
  },
  answer: {
    description: 'The result.',
    schema: 'ComplianceResult',
    examples: {
      cleared: { summary: 'Cleared', value: complianceResult },
      blocked: { summary: 'Blocked', value: blocked },
    },
  },
  errors: {
    invalid_request: {
      message: 'country_code is required for sanctions screening, which is one of the checks.',
      param: 'country_code',
    },
  },
};

/** `POST /compliance/check`: a cached result costs no rate token. */
@Controller('v1/compliance')
export class CheckComplianceController {
  constructor(
    private readonly screenings: Screenings,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('check')
  @HttpCode(200)
  @Endpoint({ takesBoundKeys: true, scope: 'screenings:write', limit: 'compliance', limitedByEndpoint: true })
  @ApiOperation(document)
  async checkCompliance(
    @Body() body: CheckAddressBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ComplianceResult> {
    const spendToken = async (): Promise<void> => {
      const { admitted, headers } = await this.limiter.take(callerOf(request), 'compliance');
      void reply.headers(headers);
      if (!admitted) throw new ApiError('rate_limited', 'Too many checks: slow down, and send this one again later.');
    };
    const { object, replayed } = await this.screenings.check(contextOf(request, body), body, spendToken);
    return answer(reply, { object: shownTo(callerOf(request), object), replayed });
  }
}

/** Who decided a review, and why, is for those who may read checks. */
function shownTo(caller: Caller, result: ComplianceResult): ComplianceResult {
  return hasScopeInAccount(caller, 'compliance:read') ? result : { ...result, decided_by: null, decision_note: null };
}
