import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiError, type CheckName, type ComplianceResult } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/authenticator';
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

/** Body of `POST /compliance/check`. */
@Input('CheckAddress', 'Who is to be screened, and how.')
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
  @Says('The checks to run. Left out: all four.')
  checks?: readonly CheckName[];

  @Optional()
  @IsCountryCode()
  @Says(
    'ISO 3166-1 alpha-2, upper case, or `XK` for Kosovo. Required for sanctions screening, so also when `checks` is left out.',
    'DE',
  )
  country_code?: string;
}

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
function shownTo({ scopes, walletIds }: Caller, result: ComplianceResult): ComplianceResult {
  const mayReadChecks = scopes.has('compliance:read') && walletIds === null;
  return mayReadChecks ? result : { ...result, decided_by: null, decision_note: null };
}
