import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { LedgerEntry, LedgerRequest, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { LEDGER_TABLE, LedgerQuery, ledgerPageOf } from '../../http/ledger-query';
import { Lists, type ListAnswer } from '../../http/lists';
import { callerOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /treasury/ledger` */
@Controller('v1/treasury')
export class ListLedgerEntriesController {
  constructor(
    @Inject(QUERIES) private readonly queries: Queries<QueryMap>,
    private readonly lists: Lists,
  ) {}

  @Get('ledger')
  @Endpoint({ scope: 'treasury:read', limit: 'reads', query: true })
  listLedgerEntries(@Query() query: LedgerQuery, @Req() request: FastifyRequest): Promise<ListAnswer<LedgerEntry>> {
    const page = ledgerPageOf(callerOf(request), query);
    const ask = (params: LedgerRequest) => this.queries.ask('treasury.ledger', params);
    return this.lists.answer(request, { query, page, ask, table: LEDGER_TABLE });
  }
}
