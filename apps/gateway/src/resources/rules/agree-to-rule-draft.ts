import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { RuleDraft } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { EXAMPLE } from '../../http/examples';
import { Input, Required, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsWholeNumber } from '../../http/validators';
import { RuleDrafts } from './rule-drafts';
import { noSuchDraft, ruleDraft, ruleDraftId } from './rules.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /rules/drafts/:id/agree`. */
@Input('AgreeToRuleDraft', 'The revision to agree to.')
export class AgreeToRuleDraftBody extends IdempotentBody {
  @Required()
  @IsWholeNumber(1, 1_000_000)
  @Says('`revision` of the draft that you have read. A changed draft has another one.', 1)
  revision!: number;
}

const document: OperationDocument = {
  summary: 'Agree to a draft of rules',
  description:
    'To a revision of the draft: a change takes the agreement away. In live mode somebody agrees who did not change the draft last.',
  parameters: [ruleDraftId],
  requests: { agree: { summary: 'Agree', value: { revision: 1 } } },
  answer: {
    description: 'The draft.',
    schema: 'RuleDraft',
    examples: { agreed: { summary: 'Somebody has agreed', value: { ...ruleDraft, agreed_by: EXAMPLE.member } } },
  },
  errors: {
    insufficient_scope: {
      message: 'Another person has to agree: you, or a key that comes from the same one, changed the draft last.',
    },
    not_found: noSuchDraft,
    invalid_state: { message: 'The draft has changed: read it, and agree to revision 2.' },
  },
};

/** `POST /rules/drafts/:id/agree` */
@Controller('v1/rules/drafts')
export class AgreeToRuleDraftController {
  constructor(private readonly drafts: RuleDrafts) {}

  @Post(':id/agree')
  @HttpCode(200)
  @Endpoint({ scope: 'policies:write', limit: 'other' })
  @ApiOperation(document)
  async agreeToRuleDraft(
    @Param('id') id: string,
    @Body() body: AgreeToRuleDraftBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RuleDraft> {
    return answer(reply, await this.drafts.agree(contextOf(request, body), id, body.revision));
  }
}
