import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiError, CHECK_NAMES, type CheckName, type ComplianceResult } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Screenings } from '../../application/screenings';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Optional, Required } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { callerOf, contextOf } from '../../http/request-context';
import { IsAddressText, IsCountryCode, IsListOfWords } from '../../http/validators';
import { RateLimiter } from '../../limits/rate-limiter';

/** Body of `POST /compliance/check`. */
export class CheckAddressBody extends IdempotentBody {
  @Required()
  @IsAddressText()
  address!: string;

  /** Left out: all of them. */
  @Optional()
  @IsListOfWords(CHECK_NAMES)
  checks?: readonly CheckName[];

  /** Required for sanctions screening. */
  @Optional()
  @IsCountryCode()
  country_code?: string;
}

/** `POST /compliance/check`: a cached result costs no rate token. */
@Controller('v1/compliance')
export class CheckAddressController {
  constructor(
    private readonly screenings: Screenings,
    private readonly limiter: RateLimiter,
  ) {}

  @Post('check')
  @HttpCode(200)
  @Endpoint({ takesBoundKeys: true, scope: 'compliance:write', limit: 'compliance', limitedByEndpoint: true })
  async checkAddress(
    @Body() body: CheckAddressBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ComplianceResult> {
    const spendToken = async (): Promise<void> => {
      const { admitted, headers } = await this.limiter.take(callerOf(request), 'compliance');
      void reply.headers(headers);
      if (!admitted) throw new ApiError('rate_limited', 'Too many checks: slow down, and send this one again later.');
    };
    return answer(reply, await this.screenings.check(contextOf(request, body), body, spendToken));
  }
}
