import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { RuleDraft } from '@stablecoin/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answer } from '../../http/answer';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { RuleDrafts } from './rule-drafts';
import { readDocument, RulesBody } from './rules-body';
import { neverMatches, ruleDraft, ruleRequests } from './rules.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Draft rules',
  description:
    'Changes nothing for payments until the draft is published. A rule that can never match is refused by name. ' +
    'An account and mode has at most 10 drafts.',
  requests: ruleRequests,
  answer: {
    description: 'The draft.',
    schema: 'RuleDraft',
    examples: { drafted: { summary: 'Nobody has agreed yet', value: ruleDraft } },
  },
  errors: {
    invalid_request: neverMatches,
    invalid_state: { message: 'There are 10 drafts already: publish or discard one first.' },
  },
};

/** `POST /rules/drafts` */
@Controller('v1/rules/drafts')
export class CreateRuleDraftController {
  constructor(private readonly drafts: RuleDrafts) {}

  @Post()
  @HttpCode(200)
  @Endpoint({ scope: 'policies:write', limit: 'other' })
  @ApiOperation(document)
  async createRuleDraft(
    @Body() body: RulesBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RuleDraft> {
    return answer(reply, await this.drafts.create(contextOf(request, body), readDocument(body)));
  }
}
