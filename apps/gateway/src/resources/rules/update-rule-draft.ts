import { Body, Controller, Param, Put, Req } from '@nestjs/common';
import type { RuleDraft } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { Input } from '../../http/fields';
import { contextOf } from '../../http/request-context';
import { RuleDrafts } from './rule-drafts';
import { readDocument, RulesDocumentBody } from './rules-body';
import { neverMatches, noSuchDraft, ruleDraft, ruleDraftId, ruleRequests } from './rules.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

/** Body of `PUT /rules/drafts/:id`. */
@Input('UpdateRuleDraft', 'The new document of rules.')
export class UpdateRuleDraftBody extends RulesDocumentBody {}

const document: OperationDocument = {
  summary: 'Change a draft of rules',
  description: 'Replaces the whole document. The draft loses the agreement of the second person.',
  parameters: [ruleDraftId],
  requests: ruleRequests,
  answer: {
    description: 'The draft.',
    schema: 'RuleDraft',
    examples: { drafted: { summary: 'Nobody has agreed yet', value: ruleDraft } },
  },
  errors: { invalid_request: neverMatches, not_found: noSuchDraft },
};

/** `PUT /rules/drafts/:id` */
@Controller('v1/rules/drafts')
export class UpdateRuleDraftController {
  constructor(private readonly drafts: RuleDrafts) {}

  @Put(':id')
  @Endpoint({ scope: 'policies:write', limit: 'other' })
  @ApiOperation(document)
  async updateRuleDraft(
    @Param('id') id: string,
    @Body() body: UpdateRuleDraftBody,
    @Req() request: FastifyRequest,
  ): Promise<RuleDraft> {
    return (await this.drafts.revise(contextOf(request), id, readDocument(body))).object;
  }
}
