import { Controller, Get, Param, Req } from '@nestjs/common';
import type { RuleDraft } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { contextOf } from '../../http/request-context';
import { RuleDrafts } from './rule-drafts';
import { noSuchDraft, ruleDraft, ruleDraftId } from './rules.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get a draft of rules',
  description: 'With its warnings, and how it differs from the version in force.',
  parameters: [ruleDraftId],
  answer: {
    description: 'The draft.',
    schema: 'RuleDraft',
    examples: { drafted: { summary: 'Nobody has agreed yet', value: ruleDraft } },
  },
  errors: { not_found: noSuchDraft },
};

/** `GET /rules/drafts/:id` */
@Controller('v1/rules/drafts')
export class GetRuleDraftController {
  constructor(private readonly drafts: RuleDrafts) {}

  @Get(':id')
  @Endpoint({ scope: 'policies:read', limit: 'reads' })
  @ApiOperation(document)
  getRuleDraft(@Param('id') id: string, @Req() request: FastifyRequest): Promise<RuleDraft> {
    return this.drafts.get(contextOf(request), id);
  }
}
