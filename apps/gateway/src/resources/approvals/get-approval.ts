import { Controller, Get, Param, Req } from '@nestjs/common';
import type { Approval } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Approvals } from './approvals';
import { foundFor } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { callerOf, tenantOf } from '../../http/request-context';
import { approval, approvalId, noSuchApproval } from './approval.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get an approval',
  description: 'The approval in its current state.',
  parameters: [approvalId],
  answer: {
    description: 'The approval.',
    schema: 'Approval',
    examples: { pending: { summary: 'Not decided yet', value: approval } },
  },
  errors: { not_found: noSuchApproval },
};

/** `GET /approvals/:id` */
@Controller('v1/approvals')
export class GetApprovalController {
  constructor(private readonly approvals: Approvals) {}

  @Get(':id')
  @Endpoint({ scope: 'wallets:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  async getApproval(@Param('id') id: string, @Req() request: FastifyRequest): Promise<Approval> {
    const approval = await this.approvals.find({ ...tenantOf(request), id });
    return foundFor(callerOf(request), approval, 'approval', (own) => own.wallet_id);
  }
}
