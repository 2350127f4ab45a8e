import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { LedgerEntry, Page, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { LedgerQuery, ledgerPageOf } from '../../http/ledger-query';
import { callerOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /treasury/ledger` */
@Controller('v1/treasury')
export class ListLedgerController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get('ledger')
  @Endpoint({ scope: 'treasury:read', limit: 'reads', query: true })
  listLedger(@Query() query: LedgerQuery, @Req() request: FastifyRequest): Promise<Page<LedgerEntry>> {
    return this.queries.ask('treasury.ledger', ledgerPageOf(callerOf(request), query));
  }
}
