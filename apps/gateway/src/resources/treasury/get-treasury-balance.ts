import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { QueryMap, TreasuryBalance } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { treasuryBalance } from './treasury.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get the balance of the treasury',
  description: 'Payments without `from` are paid from it. It includes every acknowledged payment.',
  answer: {
    description: 'The balance.',
    schema: 'TreasuryBalance',
    examples: { sandbox: { summary: 'A new sandbox', value: treasuryBalance } },
  },
};

/** `GET /treasury/balance` */
@Controller('v1/treasury')
export class GetTreasuryBalanceController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get('balance')
  @Endpoint({ scope: 'treasury:read', limit: 'reads' })
  @ApiOperation(document)
  getTreasuryBalance(@Req() request: FastifyRequest): Promise<TreasuryBalance> {
    return this.queries.ask('treasury.balance', tenantOf(request));
  }
}
