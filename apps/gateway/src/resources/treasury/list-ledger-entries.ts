import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import type { LedgerEntry, LedgerRequest, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { Endpoint } from '../../http/endpoint';
import { LEDGER_TABLE, LedgerQuery, ledgerPageOf } from '../../http/ledger-query';
import { Lists, type ListAnswer } from '../../http/lists';
import { callerOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { csvExample, pageExample, lastPage } from '../../openapi/examples';
import { ledgerEntry, networkFeeEntry } from './treasury.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'List ledger entries',
  description:
    'Every movement of money of the treasury, in double entry, the newest first. Network fees are entries in the coin of ' +
    'their chain: relayers pay them, so no balance of the treasury counts them. A wallet has its own ledger.',
  lists: 'led',
  answer: {
    description: 'A page of entries.',
    schema: 'LedgerEntryList',
    csv: csvExample(LEDGER_TABLE, ledgerEntry),
    examples: { ...pageExample(ledgerEntry), fee: lastPage('A network fee', networkFeeEntry) },
  },
};

/** `GET /treasury/ledger` */
@Controller('v1/treasury')
export class ListLedgerEntriesController {
  constructor(
    @Inject(QUERIES) private readonly queries: Queries<QueryMap>,
    private readonly lists: Lists,
  ) {}

  @Get('ledger')
  @Endpoint({ scope: 'treasury:read', limit: 'reads' })
  @ApiOperation(document)
  listLedgerEntries(@Query() query: LedgerQuery, @Req() request: FastifyRequest): Promise<ListAnswer<LedgerEntry>> {
    const page = ledgerPageOf(callerOf(request), query);
    const ask = (params: LedgerRequest) => this.queries.ask('treasury.ledger', params);
    return this.lists.answer(request, { query, page, ask, table: LEDGER_TABLE });
  }
}
