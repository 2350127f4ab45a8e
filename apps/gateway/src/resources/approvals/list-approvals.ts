import { Controller, Get, Query, Req } from '@nestjs/common';
import { APPROVAL_STATUSES, type Approval, type ApprovalStatus, type Page } from '@stablecoin/contracts';
import type { FastifyRequest } from 'fastify';
import { Approvals } from './approvals';
import { walletsOf } from '@stablecoin/access';
import { Endpoint } from '../../http/endpoint';
import { Optional, Says } from '../../http/fields';
import { PageQuery, pageOf } from '../../http/inputs';
import { callerOf } from '../../http/request-context';
import { IsIdText, IsOneOf } from '../../http/validators';
import { EXAMPLE } from '../../http/examples';
import { pageExample } from '../../openapi/examples';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';
import { approval } from './approval.schema';

/** Query of `GET /approvals`. */
export class ListApprovalsQuery extends PageQuery {
  @Optional()
  @IsOneOf(APPROVAL_STATUSES)
  @Says('Only with this status.', 'pending')
  status?: ApprovalStatus;

  @Optional()
  @IsIdText()
  @Says('Only of the wallet with this id.', EXAMPLE.wallet)
  wallet?: string;
}

const document: OperationDocument = {
  summary: 'List approvals',
  description: 'The newest first.',
  lists: 'apr',
  answer: { description: 'A page of approvals.', schema: 'ApprovalList', examples: pageExample(approval) },
};

/** `GET /approvals` */
@Controller('v1/approvals')
export class ListApprovalsController {
  constructor(private readonly approvals: Approvals) {}

  @Get()
  @Endpoint({ scope: 'wallets:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  listApprovals(@Query() query: ListApprovalsQuery, @Req() request: FastifyRequest): Promise<Page<Approval>> {
    return this.approvals.list({
      ...pageOf('apr', callerOf(request), query),
      wallets: walletsOf(callerOf(request)),
      status: query.status ?? null,
      wallet: query.wallet ?? null,
    });
  }
}
