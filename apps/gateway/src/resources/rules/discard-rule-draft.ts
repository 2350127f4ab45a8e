import { Controller, Delete, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { EXAMPLE } from '../../http/examples';
import { contextOf } from '../../http/request-context';
import { RuleDrafts, type DiscardedDraft } from './rule-drafts';
import { noSuchDraft, ruleDraftId } from './rules.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Discard a draft of rules',
  description: 'It cannot be published any more. The audit log keeps what it said.',
  parameters: [ruleDraftId],
  answer: {
    description: 'The draft does not exist any more.',
    schema: 'DiscardedRuleDraft',
    examples: { discarded: { summary: 'Discarded', value: { id: EXAMPLE.ruleDraft, deleted: true } } },
  },
  errors: { not_found: noSuchDraft },
};

/** `DELETE /rules/drafts/:id` */
@Controller('v1/rules/drafts')
export class DiscardRuleDraftController {
  constructor(private readonly drafts: RuleDrafts) {}

  @Delete(':id')
  @Endpoint({ scope: 'policies:write', limit: 'other' })
  @ApiOperation(document)
  async discardRuleDraft(@Param('id') id: string, @Req() request: FastifyRequest): Promise<DiscardedDraft> {
    return (await this.drafts.end(contextOf(request), id)).object;
  }
}
