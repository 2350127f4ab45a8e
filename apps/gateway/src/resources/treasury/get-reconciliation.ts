import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { QueryMap, TreasuryReconciliation } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { reconciliation } from './treasury.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Compare the treasury with the chains',
  description:
    'The books beside a final block, by chain and currency. The service compares them regularly; this is the last comparison. Sandbox money exists only in the books.',
  answer: {
    description: 'The comparison.',
    schema: 'TreasuryReconciliation',
    examples: { matched: { summary: 'They agree', value: reconciliation } },
  },
  insteadOfSdk: 'the console, or the metrics',
};

/** `GET /treasury/reconciliation` */
@Controller('v1/treasury')
export class GetReconciliationController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get('reconciliation')
  @Endpoint({ scope: 'treasury:read', limit: 'reads' })
  @ApiOperation(document)
  getReconciliation(@Req() request: FastifyRequest): Promise<TreasuryReconciliation> {
    return this.queries.ask('treasury.reconciliation', tenantOf(request));
  }
}
