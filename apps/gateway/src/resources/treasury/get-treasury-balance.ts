import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { QueryMap, TreasuryBalance } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /treasury/balance` */
@Controller('v1/treasury')
export class GetTreasuryBalanceController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get('balance')
  @Endpoint({ scope: 'treasury:read', limit: 'reads' })
  getTreasuryBalance(@Req() request: FastifyRequest): Promise<TreasuryBalance> {
    return this.queries.ask('treasury.balance', tenantOf(request));
  }
}
