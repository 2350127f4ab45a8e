import { Controller, Get, Inject, Param, Query, Req } from '@nestjs/common';
import type { LedgerEntry, LedgerRequest, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/messaging';
import type { FastifyRequest } from 'fastify';
import { found } from '@stablecoin/contracts';
import { concerns } from '@stablecoin/access';
import { Endpoint } from '../../http/endpoint';
import { LEDGER_TABLE, LedgerQuery, ledgerPageOf } from '../../http/ledger-query';
import { Lists, type ListAnswer } from '../../http/lists';
import { callerOf } from '../../http/request-context';
import { QUERIES } from '../../http/tokens';
import { path } from '../../openapi/parameters';
import { EXAMPLE } from '../../http/examples';
import { csvExample, pageExample } from '../../openapi/examples';
import { walletLedgerEntry } from '../treasury/treasury.schema';
import { ApiOperation, type OperationDocument } from '../../openapi/api-operation';

const document: OperationDocument = {
  summary: 'List ledger entries of a wallet',
  description:
    'Every movement of money of the wallet, in double entry, the newest first. The entries add up to its balances.',
  parameters: [path('id', 'Id of the wallet.', 'wal', EXAMPLE.wallet)],
  lists: 'led',
  answer: {
    description: 'A page of entries.',
    schema: 'LedgerEntryList',
    csv: csvExample(LEDGER_TABLE, walletLedgerEntry),
    examples: pageExample(walletLedgerEntry),
  },
  errors: { not_found: { message: 'There is no such wallet.' } },
};

/** `GET /wallets/:id/ledger` */
@Controller('v1/wallets')
export class ListWalletLedgerController {
  constructor(
    @Inject(QUERIES) private readonly queries: Queries<QueryMap>,
    private readonly lists: Lists,
  ) {}

  @Get(':id/ledger')
  @Endpoint({ scope: 'wallets:read', limit: 'reads', takesBoundKeys: true })
  @ApiOperation(document)
  async listWalletLedger(
    @Param('id') id: string,
    @Query() query: LedgerQuery,
    @Req() request: FastifyRequest,
  ): Promise<ListAnswer<LedgerEntry>> {
    const caller = callerOf(request);
    const page = ledgerPageOf(caller, query);
    found(concerns(caller, id) ? id : null, 'wallet');
    const ask = async (params: LedgerRequest) =>
      found(await this.queries.ask('wallet.ledger', { ...params, id }), 'wallet');
    return this.lists.answer(request, { query, page, ask, table: LEDGER_TABLE });
  }
}
