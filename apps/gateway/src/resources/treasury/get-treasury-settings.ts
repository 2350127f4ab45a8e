import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { QueryMap, TreasurySettings } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { treasurySettings } from './treasury.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'Get the settings of the treasury',
  description: 'The balances below which `treasury.low_balance` is sent.',
  answer: {
    description: 'The settings.',
    schema: 'TreasurySettings',
    examples: { thresholds: { summary: 'In total and for one chain', value: treasurySettings } },
  },
};

/** `GET /treasury/settings` */
@Controller('v1/treasury')
export class GetTreasurySettingsController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get('settings')
  @Endpoint({ scope: 'treasury:read', limit: 'reads' })
  @ApiOperation(document)
  getTreasurySettings(@Req() request: FastifyRequest): Promise<TreasurySettings> {
    return this.queries.ask('treasury.settings', tenantOf(request));
  }
}
