import { Controller, Get, Inject, Param, Query, Req } from '@nestjs/common';
import type { OnchainView, QueryMap, Wallet } from '@stablecoin/contracts';
import type { Queries } from '@stablecoin/queries';
import type { FastifyRequest } from 'fastify';
import { found } from '../../application/refusals';
import { Endpoint } from '../../http/endpoint';
import { Optional } from '../../http/fields';
import { tenantOf } from '../../http/request-context';
import { IsOneOf } from '../../http/validators';
import { QUERIES } from '../../tokens';

/** Query of `GET /wallets/:id`. */
export class GetWalletQuery {
  /** What the answer has beside the wallet. */
  @Optional()
  @IsOneOf(['onchain'])
  expand?: 'onchain';
}

/** `GET /wallets/:id` */
@Controller('v1/wallets')
export class GetWalletController {
  constructor(@Inject(QUERIES) private readonly queries: Queries<QueryMap>) {}

  @Get(':id')
  @Endpoint({ scope: 'wallets:read', limit: 'reads', query: true })
  async getWallet(
    @Param('id') id: string,
    @Query() { expand }: GetWalletQuery,
    @Req() request: FastifyRequest,
  ): Promise<Wallet & { readonly onchain?: OnchainView | null }> {
    const by = { ...tenantOf(request), id };
    const wallet = found(await this.queries.ask('wallet.get', by), 'wallet');
    return expand === undefined ? wallet : { ...wallet, onchain: await this.queries.ask('wallet.onchain', by) };
  }
}
