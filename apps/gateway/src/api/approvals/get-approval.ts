import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { Approval, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { foundFor } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { callerOf, tenantOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /approvals/:id` */
@Controller('v1/approvals')
export class GetApprovalController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'wallets:read', limit: 'reads', takesBoundKeys: true })
  async getApproval(@Param('id') id: string, @Req() request: FastifyRequest): Promise<Approval> {
    const approval = await this.queries.ask('wallet.approval', { ...tenantOf(request), id });
    return foundFor(callerOf(request), approval, 'approval', (own) => own.wallet_id);
  }
}
