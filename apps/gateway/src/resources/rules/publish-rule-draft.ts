import { Body, Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { invalid, type Rules } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { EXAMPLE } from '../../http/examples';
import { Input, Optional, Says } from '../../http/fields';
import { IdempotentBody } from '../../http/inputs';
import { contextOf } from '../../http/request-context';
import { IsTime } from '../../http/validators';
import { RuleDrafts } from './rule-drafts';
import { noSuchDraft, publishedRules, ruleDraftId } from './rules.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `POST /rules/drafts/:id/publish`. */
@Input('PublishRuleDraft', 'When the rules come into force.')
export class PublishRuleDraftBody extends IdempotentBody {
  @Optional()
  @IsTime()
  @Says('When the version comes into force. Default: at once.', EXAMPLE.inYears)
  in_force_from?: string;
}

const document: OperationDocument = {
  summary: 'Publish a draft of rules',
  description:
    'Makes the draft the next version. In live mode another person has to agree first. Where nobody else of the account ' +
    'has `policies:write`, the version comes into force 24 hours later instead. The sandbox needs neither. Versions ' +
    'that are scheduled for later than this one are dropped. Payments that are ordered a second after it comes into ' +
    'force, or later, are decided by it.',
  parameters: [ruleDraftId],
  requests: {
    now: { summary: 'At once', value: {} },
    later: { summary: 'At a later time', value: { in_force_from: EXAMPLE.inYears } },
  },
  answer: {
    description: 'The rules in force; a later version is in `scheduled`.',
    schema: 'Rules',
    examples: { published: { summary: 'In force', value: { ...publishedRules, drafts: [] } } },
  },
  errors: {
    invalid_request: { message: 'in_force_from must not be in the past.', param: 'in_force_from' },
    not_found: noSuchDraft,
    invalid_state: { message: 'Another person of the account has to agree to the draft before it is published.' },
  },
};

/** `POST /rules/drafts/:id/publish` */
@Controller('v1/rules/drafts')
export class PublishRuleDraftController {
  constructor(private readonly drafts: RuleDrafts) {}

  @Post(':id/publish')
  @HttpCode(200)
  @Endpoint({ scope: 'policies:write', limit: 'other' })
  @ApiOperation(document)
  async publishRuleDraft(
    @Param('id') id: string,
    @Body() body: PublishRuleDraftBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Rules> {
    const context = contextOf(request, body);
    const from = body.in_force_from === undefined ? null : Date.parse(body.in_force_from);
    if (from !== null && from < context.at) {
      throw invalid('in_force_from', 'in_force_from must not be in the past.');
    }
    return answer(reply, await this.drafts.publish(context, id, from));
  }
}
