import { Controller, Get, Inject, Param, Req } from '@nestjs/common';
import type { QueryMap, Wallet } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { found } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { tenantOf } from '../../http/request-context';
import { QUERIES } from '../../tokens';

/** `GET /wallets/:id` */
@Controller('v1/wallets')
export class GetWalletController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'wallets:read', limit: 'reads' })
  async getWallet(@Param('id') id: string, @Req() request: FastifyRequest): Promise<Wallet> {
    return found(await this.queries.ask('wallet.get', { ...tenantOf(request), id }), 'wallet');
  }
}
