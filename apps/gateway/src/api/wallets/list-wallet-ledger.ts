import { Controller, Get, Inject, Param, Query, Req } from '@nestjs/common';
import type { LedgerEntry, Page, QueryMap } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { found } from '../../application/refusals';
import { concerns } from '../../auth/wallet-bound';
import { Endpoint } from '../../http/endpoint';
import { LedgerQuery, ledgerPageOf } from '../../http/ledger-query';
import { callerOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /wallets/:id/ledger` */
@Controller('v1/wallets')
export class ListWalletLedgerController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id/ledger')
  @Endpoint({ scope: 'wallets:read', limit: 'reads', takesBoundKeys: true, query: true })
  async listWalletLedger(
    @Param('id') id: string,
    @Query() query: LedgerQuery,
    @Req() request: FastifyRequest,
  ): Promise<Page<LedgerEntry>> {
    const caller = callerOf(request);
    const page = ledgerPageOf(caller, query);
    found(concerns(caller, id) ? id : null, 'wallet');
    return found(await this.queries.ask('wallet.ledger', { ...page, id }), 'wallet');
  }
}
