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
import { screeningRef, complianceResult, noSuchResult } from './compliance.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /compliance/checks/:ref/decision`. */
@Input('DecideReview', 'The decision of a person.')
export class DecideReviewBody extends IdempotentBody {
  @Required()
  @IsOneOf(REVIEW_VERDICT)
  @Says('The decision.')
  decision!: 'clear' | 'block';

  @Optional()
  @IsText(0, 1_000)
  @Says('The reason, stored with the decision.')
  note?: string;
}

const document: OperationDocument = {
  summary: 'Decide a review',
  description:
    'Ends the review of a result whose status is `review`; payments that wait for it continue or fail. A review that nobody decides within 24 hours (`REVIEW_TTL_MS`) ends as blocked.',
  parameters: [screeningRef],
  requests: {
    clear: { summary: 'Clear it', value: { decision: 'clear', note: 'A namesake' } },
    block: { summary: 'Block it', value: { decision: 'block' } },
  },
  answer: {
    description: 'The result in its current state.',
    schema: 'ComplianceResult',
    examples: { cleared: { summary: 'Cleared', value: complianceResult } },
  },
  errors: {
    invalid_request: { message: 'decision must be one of clear, block.', param: 'decision' },
    not_found: noSuchResult,
    invalid_state: { message: 'The screening is not in review.' },
  },
};

/** `POST /compliance/checks/:ref/decision` */
@Controller('v1/compliance/checks')
export class DecideReviewController {
  constructor(private readonly screenings: Screenings) {}

  @Post(':ref/decision')
  @HttpCode(200)
  @Endpoint({ scope: 'compliance:write', limit: 'other' })
  @ApiOperation(document)
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
