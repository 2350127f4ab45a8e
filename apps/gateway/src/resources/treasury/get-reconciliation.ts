import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { QueryMap, TreasuryReconciliation } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /treasury/reconciliation` */
@Controller('v1/treasury')
export class GetReconciliationController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get('reconciliation')
  @Endpoint({ scope: 'treasury:read', limit: 'reads' })
  getReconciliation(@Req() request: FastifyRequest): Promise<TreasuryReconciliation> {
    return this.queries.ask('treasury.reconciliation', tenantOf(request));
  }
}
