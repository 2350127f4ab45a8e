import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { QueryMap, Wallet } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { foundFor } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { callerOf, tenantOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /wallets/:id` */
@Controller('v1/wallets')
export class GetWalletController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'wallets:read', limit: 'reads', takesBoundKeys: true })
  async getWallet(@Param('id') id: string, @Req() request: FastifyRequest): Promise<Wallet> {
    const wallet = await this.queries.ask('wallet.get', { ...tenantOf(request), id });
    return foundFor(callerOf(request), wallet, 'wallet', (own) => own.id);
  }
}
