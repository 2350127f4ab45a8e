import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { ComplianceResult } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Screenings } from './screenings';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { Input, Optional, Required, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsOneOf, IsText } from '../../http/validators';
import { REVIEW_VERDICT } from '../../http/words';

/** Body of `POST /compliance/checks/:ref/decision`. */
@Input('DecideReview', 'What a person decided.')
export class DecideReviewBody extends IdempotentBody {
  @Required()
  @IsOneOf(REVIEW_VERDICT)
  @Says('The decision.')
  decision!: 'clear' | 'block';

  @Optional()
  @IsText(0, 1_000)
  @Says('Why; kept with the decision.')
  note?: string;
}

/** `POST /compliance/checks/:ref/decision` */
@Controller('v1/compliance/checks')
export class DecideReviewController {
  constructor(private readonly screenings: Screenings) {}

  @Post(':ref/decision')
  @HttpCode(200)
  @Endpoint({ scope: 'compliance:write', limit: 'other' })
  async decideReview(
    @Param('ref') ref: string,
    @Body() body: DecideReviewBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ComplianceResult> {
    const { decision, note } = body;
    return answer(reply, await this.screenings.decide(contextOf(request, body), ref, decision, note ?? null));
  }
}
